"""Compare the Python and TypeScript code on generated inputs: ``hatch run parity:fuzz --inputs N --seed S``."""

from __future__ import annotations

import argparse
import sys
import time

from harness.fuzz.compare import Languages, make

# Stop after this many differences.
ENOUGH = 5


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the languages on made-up inputs.")
    parser.add_argument("--inputs", type=int, default=20_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="what they are made from")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one, to make one again")
    options = parser.parse_args()
    began = time.monotonic()
    found = 0
    with Languages() as languages:
        numbers = range(options.first, options.first + options.inputs)
        for difference in languages.differences(make(options.seed, number) for number in numbers):
            found += 1
            print(languages.shrink(difference), end="\n\n", flush=True)
            if found == ENOUGH:
                break
    print(f"{options.inputs} inputs, {found} differences, {time.monotonic() - began:.0f} s")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
