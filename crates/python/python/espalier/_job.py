"""Long calls: progress bars, and the interruption of Python code in other threads."""

import ctypes
import warnings
from contextlib import contextmanager
from typing import Callable, Iterator, Optional, Type

Report = Callable[[int, int], None]


def interrupt(thread: int, exception: Type[BaseException] = KeyboardInterrupt) -> None:
    """Raises an exception in a thread of Python, at its next instruction."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(exception)
    )


@contextmanager
def progress(title: str, show: bool) -> Iterator[Optional[Report]]:
    """Yields a function for the finished units and their total. It draws a bar if tqdm is installed."""
    if not show:
        yield None
        return
    try:
        # In a notebook without ipywidgets tqdm warns, and then draws its bar as text.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        yield None
        return
    with tqdm(desc=title, leave=False, delay=0.5) as bar:

        def report(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        yield report
