"""Batches of work on an executor of `concurrent.futures`: processes, Dask, MPI."""

from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

SENT = 3
"""How often a batch is sent if its worker dies."""

WAITING = 2
"""Batches for each worker that are sent and not yet done: enough to keep it busy, few enough to stop early."""


class WorkerDied(RuntimeError):
    """The worker of a batch died each time that the batch was sent."""


def workers(executor: Executor) -> int:
    """Returns the number of workers of an executor, or a guess."""
    number = getattr(executor, "_max_workers", None)
    if isinstance(number, int):
        return number
    client = getattr(executor, "_client", None)
    return max(1, len(client.scheduler_info()["workers"])) if client is not None else 4


def batches(units: int, size: Optional[int], executor: Executor) -> List[Tuple[int, int]]:
    """Divides the units 0 to `units` - 1 into ranges: of `size`, or small enough that each worker gets at least eight."""
    if size is None:
        size = max(1, min(16, units // (8 * workers(executor))))
    if size < 1:
        raise ValueError("batch is a whole number from 1")
    return [(first, min(first + size, units)) for first in range(0, units, size)]


def run(
    executor: Executor,
    work: Callable[..., Any],
    tasks: Sequence[Tuple[Any, ...]],
    done: Callable[[int, Any], bool],
) -> None:
    """Calls `work(*task)` for each task on the workers, and `done(index, result)` for each result as it comes.

    If `done` returns `True`, tasks that have not begun are cancelled. A task whose worker dies is sent again.
    """
    pool = Pool(executor)
    waiting = list(enumerate(tasks))[::-1]
    sent: Dict["Future[Any]", int] = {}
    times = [0] * len(tasks)
    most = WAITING * workers(executor)
    try:
        while waiting or sent:
            while waiting and len(sent) < most:
                index, task = waiting.pop()
                times[index] += 1
                sent[pool.submit(work, task)] = index
            # Without a timeout, Windows does not notice Ctrl-C.
            ended, _ = wait(sent, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in ended:
                index = sent.pop(future)
                error = future.exception()
                if error is None:
                    if done(index, future.result()):
                        return
                elif not _is_death(error):
                    raise error
                elif times[index] == SENT:
                    raise WorkerDied(f"batch {index + 1} of {len(tasks)} was sent {SENT} times, and its worker died each time") from error
                else:
                    waiting.append((index, tasks[index]))
    finally:
        for future in sent:
            future.cancel()
        pool.close()


def _is_death(error: BaseException) -> bool:
    """Returns whether an exception is about the worker and not from its work. Dask has an exception of its own."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in ("KilledWorker", "CommClosedError")


class Pool:
    """An executor. A process pool that lost a worker accepts nothing more, so one like it takes its place."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._own: Optional[ProcessPoolExecutor] = None

    def submit(self, work: Callable[..., Any], task: Tuple[Any, ...]) -> "Future[Any]":
        """Sends a task."""
        try:
            return (self._own or self._executor).submit(work, *task)
        except BrokenExecutor:
            broken: Any = self._own or self._executor
            if not isinstance(broken, ProcessPoolExecutor):
                raise
            self.close()
            self._own = ProcessPoolExecutor(
                broken._max_workers,  # type: ignore[attr-defined,unused-ignore]
                mp_context=broken._mp_context,  # type: ignore[attr-defined,unused-ignore]
                initializer=broken._initializer,  # type: ignore[attr-defined,unused-ignore]
                initargs=broken._initargs,  # type: ignore[attr-defined,unused-ignore]
            )
            return self._own.submit(work, *task)

    def close(self) -> None:
        """Ends the pool that took the place of a broken one."""
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)
            self._own = None
