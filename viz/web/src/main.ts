/** Makes a report's charts interactive. Where anything is amiss, the page stays as it was: static and whole. */

import { read_page } from "./data";
import { SpaceView } from "./space_view";
import { TimeView } from "./time_view";
import "./viewer.css";

const page = read_page();
const time = document.getElementById("time");
const space = document.getElementById("space");
if (time !== null && page.tracks.length > 0) new TimeView(page, time);
if (space !== null) new SpaceView(page, space);
document.documentElement.classList.add("interactive");
