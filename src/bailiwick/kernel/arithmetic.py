"""How many threads the arithmetic of a process takes: one, unless a person says otherwise."""

import os

THREADS = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "RAYON_NUM_THREADS",
)
"""Environment variables that say it, one for each library of arithmetic that numpy may be built on, or that an embedder
brings."""


def bound_arithmetic() -> None:
    """Give arithmetic one thread, where the environment does not say how many; to be called before numpy is imported.

    With several, OpenBLAS waits for its threads before a process forks. A server that starts a program while one of its
    threads calculates then waits for ever, with the interpreter held. It is no slower: the matrices are small, and the
    threads wait by spinning, which on a busy machine takes the time of those that work.
    """
    for name in THREADS:
        os.environ.setdefault(name, "1")
