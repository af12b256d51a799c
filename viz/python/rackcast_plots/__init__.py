"""Reads output folders of Rackcast into pandas and xarray, and draws them for papers and proposals.

>>> import rackcast_plots
>>> run = rackcast_plots.load("out/dusty-closet")
>>> run.summary["jobs"][0]["duration_s"]["p90"]   # seconds
>>> run.wide("die_c")                             # °C: a row per sample, a column per GPU
>>> run.to_xarray()["power_w"].sel(component="server.rig").plot()
>>> rackcast_plots.save(rackcast_plots.draw(run, "waterfall"), "losses.pdf")

Loading needs pandas, `to_xarray` xarray, drawing matplotlib. Nothing is fetched from anywhere.
"""

from .folder import FolderError, Run, load, unit_of

__all__ = ["FolderError", "KINDS", "Kind", "Run", "draw", "load", "save", "unit_of"]


def __getattr__(name: str):
    """What draws is imported when it is asked for, so that loading works without matplotlib."""
    if name in ("KINDS", "Kind", "draw"):
        from . import kinds

        return getattr(kinds, name)
    if name == "save":
        from .style import save

        return save
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
