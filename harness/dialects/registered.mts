/** Creates the tool of the openclaw-page-stats plugin without running OpenClaw. */
import { load } from "./program.mts";

const { default: plugin } = await load("index");

export type Settings = Record<string, unknown>;

type Api = Parameters<typeof plugin.register>[0];
type Factory = Extract<
  Parameters<Api["registerTool"]>[0],
  (...given: never[]) => unknown
>;
type Tool = Exclude<ReturnType<Factory>, readonly unknown[] | null | undefined>;

/** Registers the plugin with a configuration; returns its tool, which applies the network policy `ssrfPolicy`. */
export function registeredTool(
  pluginConfig: Settings,
  ssrfPolicy: Settings,
): Tool {
  const settings = { tools: { web: { fetch: { ssrfPolicy } } } };
  const factories: Factory[] = [];
  plugin.register({
    pluginConfig,
    registerTool: (factory: Factory) => factories.push(factory),
  } as unknown as Api);
  const tool = factories[0]!({ getRuntimeConfig: () => settings });
  if (tool === null || tool === undefined || Array.isArray(tool))
    throw new TypeError("one tool was expected");
  return tool;
}
