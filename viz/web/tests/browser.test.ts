// The whole page in a real Chromium. RACKCAST_BINARY names the program that makes it; without it, or without a browser,
// the tests are skipped and say so.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import puppeteer, { type Browser, type Page } from "puppeteer-core";

const binary = process.env["RACKCAST_BINARY"] ?? "";
const browser_path = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path)) ?? "";
const skip =
  binary === "" ? "RACKCAST_BINARY is not set" : browser_path === "" ? "no Chromium here (Debian package chromium)" : false;

const hostile = `<script>window.harmed = 1</script><img src=x onerror='window.harmed=1'>\u202e"&amp;${"x".repeat(10_000)}`;

const scenario = (title: string): string => `
title = ${JSON.stringify(title)}
[run]
horizon = "5 d"
replications = 20
[[server]]
name = "rig"
cpu = "Ryzen 9 5950X"
psu = { rating = "1600 W" }
  [[server.gpu]]
  model = "RTX 3090"
  count = 2
[[job]]
name = "train"
model = "ResNet-50"
dataset = { samples = 1281167, epochs = 10 }
precision = "fp16 mixed"
batch = { per_gpu = 128 }
[[event]]
at = "2 h"
target = "server.rig.gpu[0].power_limit"
action = "set"
value = "250 W"
repair = "1 h"
`;

describe("a report in a browser", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "rackcast-viewer-"));
  let browser: Browser;
  const troubles: string[] = [];

  const report_of = (name: string, title: string): string => {
    writeFileSync(join(folder, `${name}.toml`), scenario(title));
    execFileSync(binary, ["run", join(folder, `${name}.toml`), "--out", join(folder, name), "--quiet"]);
    return `file://${join(folder, name, "report.html")}`;
  };

  const open = async (address: string, scripts = true): Promise<Page> => {
    const page = await browser.newPage();
    page.on("console", (message) => troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("requestfailed", (request) => troubles.push(`asked for ${request.url()}`));
    await page.setViewport({ width: 1200, height: 900 });
    await page.setJavaScriptEnabled(scripts);
    await page.goto(address);
    if (scripts) await page.waitForSelector("html.interactive");
    return page;
  };

  const told = (page: Page): Promise<string> => page.$eval("#time [role=status]", (shown) => shown.textContent ?? "");
  /** Whatever is drawn next frame is drawn. */
  const settle = async (page: Page): Promise<void> => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };

  let address = "";
  before(async () => {
    browser = await puppeteer.launch({ executablePath: browser_path, args: ["--no-sandbox", "--disable-gpu"] });
    address = report_of("plain", "Two cards and a lowered limit");
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
    assert.deepEqual(troubles, []);
  });

  test("every view is there, charts are drawn, the still ones give way", async () => {
    const page = await open(address);
    for (const view of ["forecast", "time", "space", "margins", "trust"]) assert.ok(await page.$(`section#${view} h2`), view);
    assert.ok((await page.$$("#time canvas")).length >= 5);
    const drawn = await page.$eval("#time canvas", (canvas) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value !== 0);
    });
    assert.ok(drawn);
    assert.equal(await page.$eval("#time .still", (still) => getComputedStyle(still).display), "none");
    await page.close();
  });

  test("dragging zooms all charts, a double click shows the whole run", async () => {
    const page = await open(address);
    assert.match(await told(page), /whole run/);
    const over = (await (await page.$("#time .u-over"))!.boundingBox())!;
    await page.evaluate(() => document.querySelector("#time .u-over")!.scrollIntoView({ block: "center" }));
    const box = (await (await page.$("#time .u-over"))!.boundingBox()) ?? over;
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await settle(page);
    assert.doesNotMatch(await told(page), /whole run/);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { count: 2 });
    await settle(page);
    assert.match(await told(page), /whole run/);
    await page.close();
  });

  test("the keyboard alone is enough", async () => {
    const page = await open(address);
    await page.focus("#time figure.live");
    await page.keyboard.press("+");
    await settle(page);
    const zoomed = await told(page);
    assert.doesNotMatch(zoomed, /whole run/);
    await page.keyboard.press("ArrowRight");
    await settle(page);
    assert.notEqual(await told(page), zoomed);
    await page.keyboard.press("Home");
    await settle(page);
    assert.match(await told(page), /whole run/);
    await page.close();
  });

  test("components can be hidden, and are counted", async () => {
    const page = await open(address);
    const before = await told(page);
    await page.click("#time fieldset input[type=checkbox]");
    await settle(page);
    const count = (text: string): number => Number(/(\d+) of \d+ components/.exec(text)?.[1]);
    assert.equal(count(await told(page)), count(before) - 1);
    await page.close();
  });

  test("the drawing follows the slider", async () => {
    const page = await open(address);
    const at = async (instant: number): Promise<string> => {
      await page.$eval(
        "#space input[type=range]",
        (slider, value) => {
          slider.value = String(value);
          slider.dispatchEvent(new Event("input"));
        },
        instant,
      );
      await settle(page);
      return page.$eval("#space .moment svg", (drawing) => drawing.textContent ?? "");
    };
    const start = await at(0);
    const middle = await at(400);
    assert.notEqual(start, middle);
    assert.match(middle, /at its power limit|held back/);
    assert.equal(await at(0), start);
    await page.close();
  });

  test("dark, on paper and on a phone", async () => {
    const page = await open(address);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await settle(page);
    await page.setViewport({ width: 360, height: 740 });
    await settle(page);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await page.emulateMediaType("print");
    assert.equal(await page.$eval(".interactive-time", (live) => getComputedStyle(live).display), "none");
    assert.notEqual(await page.$eval("#time .still", (still) => getComputedStyle(still).display), "none");
    await page.close();
  });

  test("names that would be code are text", async () => {
    const page = await open(report_of("hostile", hostile));
    assert.equal(await page.evaluate(() => (window as unknown as { harmed?: number }).harmed), undefined);
    assert.equal(await page.$("img"), null);
    await page.close();
  });

  test("without scripts the page is whole", async () => {
    const page = await open(address, false);
    assert.ok((await page.$$("#time .still svg")).length >= 5);
    assert.notEqual(await page.$eval("#time .still", (still) => getComputedStyle(still).display), "none");
    await page.close();
  });
});
