# Does what GitHub's runner does for every step and act does not. Bash runs this file before a step, as BASH_ENV names it.
# shellcheck shell=bash

# a job with the permission `id-token: write` may request an identity token
if [ -f "$REHEARSAL/identity/$GITHUB_JOB" ]; then . "$REHEARSAL/identity/$GITHUB_JOB"; fi

# collect the summaries of all jobs, which the report shows
export GITHUB_STEP_SUMMARY="$REHEARSAL/logs/summary.md"

# save the environment variables of the step, which are then searched for secrets
env -0 > "$REHEARSAL/environments/$GITHUB_JOB.$BASHPID"
