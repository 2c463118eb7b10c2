/**
 * Loads modules of openclaw-page-stats from its sources.
 *
 * If `ARTEFACTS` is set, packages are tested as published. Modules are then loaded from the built files (`dist`) of the
 * package, which is unpacked in the same folder.
 */
const PACKAGE = "../../packages/openclaw-page-stats";
const BUILT = process.env.ARTEFACTS !== undefined;

interface Modules {
  readonly "page/addresses": typeof import("../../packages/openclaw-page-stats/src/page/addresses.ts");
  readonly arguments: typeof import("../../packages/openclaw-page-stats/src/arguments.ts");
  readonly failure: typeof import("../../packages/openclaw-page-stats/src/failure.ts");
  readonly index: typeof import("../../packages/openclaw-page-stats/src/index.ts");
  readonly "page/parse/index": typeof import("../../packages/openclaw-page-stats/src/page/parse/index.ts");
  readonly "page/urls": typeof import("../../packages/openclaw-page-stats/src/page/urls.ts");
}

/** Loads a module by its name. */
export async function load<Name extends keyof Modules>(
  name: Name,
): Promise<Modules[Name]> {
  const file = BUILT ? `dist/${name}.js` : `src/${name}.ts`;
  return (await import(`${PACKAGE}/${file}`)) as Modules[Name];
}
