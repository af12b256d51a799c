"""Reads the output folder of one run. Numbers are those of the files: nothing is rounded, resampled or filled in."""

from __future__ import annotations

import csv
import json
import os
import pathlib
import warnings
from dataclasses import dataclass
from typing import Any

import pandas as pd

TEXT_COLUMNS = ("component", "mode", "series", "severity", "event", "detail")
WHOLE_COLUMNS = {"id": "int64", "cause_id": "Int64", "replication": "int64"}
_UNITS = {"_w": "W", "_c": "degC", "_mhz": "MHz", "_s": "s", "_k": "K", "_kwh": "kWh", "_m3": "m3"}


class FolderError(Exception):
    """A folder from which nothing can be drawn. The message names the file, the problem and what to do."""


def unit_of(column: str) -> str:
    """Unit of a column by the ending of its name (`power_w`: W); "1" for one without: a share or a count."""
    return next((unit for ending, unit in _UNITS.items() if column.endswith(ending)), "1")


@dataclass(frozen=True)
class Run:
    """What one run wrote.

    path: the folder.
    manifest, summary, layout: the JSON documents as they stand; units are in the names of their numbers.
    trace: replication 0, long form: a row per sample and component; time_s (s), component, then power_w (W), die_c,
        memory_c, inlet_c, air_c (°C), clock_mhz (MHz), utilisation and progress (0 to 1), mode (text), and *_min_*, *_max_*
        of the interval that ends at the sample. NaN (or "" for text) where a column says nothing of a component.
    bands: quantiles over the replications, long form: time_s, component, quantity ("power_w", ...), p10, p50, p90 in the
        unit of the quantity.
    events: a row per event of every replication: id, cause_id (missing if none), replication, time_s (s), severity,
        component, event, detail.
    """

    path: pathlib.Path
    manifest: dict[str, Any]
    summary: dict[str, Any]
    layout: dict[str, Any]
    trace: pd.DataFrame
    bands: pd.DataFrame
    events: pd.DataFrame

    def parts(self, *kinds: str) -> list[dict[str, Any]]:
        """Components of the layout of these kinds ("gpu", "server", "psu", "room", "job", ...), in its order."""
        return [c for c in self.layout["components"] if c["kind"] in kinds]

    def boards(self) -> list[dict[str, Any]]:
        """What trains: the GPUs, or the CPUs where there are none, as far as the trace knows them."""
        sampled = set(self.trace["component"])
        gpus = [c for c in self.parts("gpu") if c["path"] in sampled]
        return gpus or [c for c in self.parts("cpu") if c["path"] in sampled]

    def series(self, component: str, column: str) -> pd.Series:
        """One component's values of one column against time_s (s); empty if there are none."""
        if column not in self.trace:
            return pd.Series([], index=pd.Index([], name="time_s", dtype="float64"), dtype="float64", name=column)
        rows = self.trace[self.trace["component"] == component]
        rows = rows[rows[column].astype(bool) if column in TEXT_COLUMNS else rows[column].notna()]
        return pd.Series(rows[column].to_numpy(), index=pd.Index(rows["time_s"], name="time_s"), name=column)

    def wide(self, column: str) -> pd.DataFrame:
        """One column in wide form: index time_s (s), a column per component that has any value, in order of appearance."""
        if column not in self.trace:
            raise KeyError(column)
        rows = self.trace[self.trace[column].astype(bool) if column in TEXT_COLUMNS else self.trace[column].notna()]
        rows = rows.drop_duplicates(["time_s", "component"], keep="last")
        wide = rows.pivot(index="time_s", columns="component", values=column)
        return wide[list(dict.fromkeys(rows["component"]))]

    def band(self, component: str, quantity: str) -> pd.DataFrame:
        """p10, p50, p90 over the replications against time_s (s), in the unit of `quantity`; empty if there are none."""
        rows = self.bands[(self.bands["component"] == component) & (self.bands["quantity"] == quantity)]
        return rows.set_index("time_s")[["p10", "p50", "p90"]]

    def to_xarray(self):
        """The trace as an xarray.Dataset: dimensions (time, component), a variable per column with attribute `units`;
        time in s. Where a component has no value, NaN, or "" for text."""
        import xarray as xr

        rows = self.trace.drop_duplicates(["time_s", "component"], keep="last")
        times = pd.Index(rows["time_s"].unique(), name="time")
        components = pd.Index(rows["component"].unique(), name="component")
        variables = {}
        for column in rows.columns.drop(["time_s", "component"]):
            values = rows.pivot(index="time_s", columns="component", values=column).reindex(times, columns=components)
            text = column in TEXT_COLUMNS
            data = values.fillna("").to_numpy(dtype=str) if text else values.to_numpy(dtype="float64")
            variables[column] = (("time", "component"), data, {} if text else {"units": unit_of(column)})
        dataset = xr.Dataset(variables, {"time": ("time", times.to_numpy(), {"units": "s"}),
                                         "component": ("component", components.to_numpy(dtype=str))})
        dataset.attrs.update(title=str(self.summary.get("title", "")), source="rackcast " + str(self.manifest.get("version", "")))
        return dataset


def load(folder: str | os.PathLike[str]) -> Run:
    """Reads a folder that `rackcast run` wrote. Raises FolderError for one that does not exist, is empty, foreign,
    half-written or damaged, and OSError where the system refuses."""
    path = pathlib.Path(folder)
    _check(path)
    manifest = _document(path / "manifest.json")
    if manifest.get("tool") != "rackcast":
        raise FolderError(f"'{path}' was not written by rackcast (its manifest.json does not say so)")
    if manifest.get("complete") is not True:
        raise FolderError(f"'{path}' is not complete (its run is not finished, or was stopped) run the scenario again")
    layout = _document(path / "layout.json")
    if not isinstance(layout.get("components"), list):
        raise _damaged(path / "layout.json", "it lists no components")
    summary = _document(path / "summary.json")
    if not isinstance(summary.get("jobs"), list):
        raise _damaged(path / "summary.json", "it lists no jobs")
    bands = _table(path / "bands.csv", ("time_s", "series", "p10", "p50", "p90"))
    named = bands.pop("series").astype(str).str.rpartition(".")
    bands.insert(1, "component", named[0] if len(bands) else pd.Series(dtype=str))
    bands.insert(2, "quantity", named[2] if len(bands) else pd.Series(dtype=str))
    events = _table(path / "events.csv", ("id", "cause_id", "replication", "time_s", "severity", "component", "event", "detail"))
    return Run(path, manifest, summary, layout, _table(path / "trace.csv", ("time_s", "component")), bands, events)


def _check(path: pathlib.Path) -> None:
    if not path.exists():
        raise FolderError(f"'{path}' does not exist (a plot is made from a run's folder)")
    if not path.is_dir():
        raise FolderError(f"'{path}' is a file (a plot is made from a run's folder) name the folder it is in")
    if not any(path.iterdir()):
        raise FolderError(f"'{path}' is empty (a plot is made from a run's folder) run a scenario into it")
    if not (path / "manifest.json").is_file():
        raise FolderError(f"'{path}' was not written by rackcast, or its run is not finished (it has no manifest.json)")


def _damaged(file: pathlib.Path, why: str) -> FolderError:
    return FolderError(f"'{file}' is damaged ({why}) run the scenario again")


def _opened(file: pathlib.Path) -> bytes:
    if not file.is_file():
        raise FolderError(f"'{file.parent}' has no {file.name} (it is damaged) run the scenario again")
    return file.read_bytes()


def _document(file: pathlib.Path) -> dict[str, Any]:
    try:
        document = json.loads(_opened(file).decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise _damaged(file, str(problem).partition("\n")[0]) from None
    if not isinstance(document, dict):
        raise _damaged(file, "it holds no JSON object")
    return document


def _table(file: pathlib.Path, needed: tuple[str, ...]) -> pd.DataFrame:
    if not _opened(file).endswith(b"\n"):
        raise _damaged(file, "it is empty or ends in the middle of a line")
    try:
        with open(file, encoding="utf-8", newline="") as text:
            header = next(csv.reader(text))
        missing = [name for name in needed if name not in header]
        if missing:
            raise ValueError(f"it has no column {missing[0]}")
        kinds = {c: "str" if c in TEXT_COLUMNS else WHOLE_COLUMNS.get(c, "float64") for c in header}
        blanks = {c: [""] for c, kind in kinds.items() if kind != "str"}
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)  # a row with more fields than the header
            return pd.read_csv(file, dtype=kinds, na_values=blanks, keep_default_na=False, index_col=False,
                               float_precision="round_trip", encoding="utf-8")
    except (ValueError, csv.Error, pd.errors.ParserWarning) as problem:  # pandas' own errors are ValueErrors
        raise _damaged(file, str(problem).partition("\n")[0]) from None
