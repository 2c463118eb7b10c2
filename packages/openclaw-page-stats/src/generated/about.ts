/** Version and repository, written by `hatch run manifests` from pyproject.toml and project.toml. */
export const VERSION = '0.1.0';
export const REPOSITORY = 'https://github.com/OWNER/page-stats';
