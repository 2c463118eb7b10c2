# What GitHub's runner does for every step, and act does not; bash reads it first, as BASH_ENV names it.
# shellcheck shell=bash

# a job with the permission `id-token: write` may ask who it is
if [ -f "$REHEARSAL/identity/$GITHUB_JOB" ]; then . "$REHEARSAL/identity/$GITHUB_JOB"; fi

# summaries of all jobs are shown
export GITHUB_STEP_SUMMARY="$REHEARSAL/said/summary.md"

# and, so that it can be looked through for secrets, the environment of the step is written down
env -0 > "$REHEARSAL/environments/$GITHUB_JOB.$BASHPID"
