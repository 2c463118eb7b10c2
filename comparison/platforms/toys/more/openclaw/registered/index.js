/** Tools registered with `registerTool`: one that the manifest names, and one that it does not. */
import { definePluginEntry } from 'openclaw/plugin-sdk/plugin-entry';

const tool = (name) => ({
  name,
  label: name,
  description: `Toy ${name}.`,
  parameters: { type: 'object', properties: {} },
  execute: async () => ({ content: [{ type: 'text', text: 'done' }], details: {} }),
});

export default definePluginEntry({
  id: 'registered',
  name: 'Registered',
  description: 'Toys.',
  register(api) {
    api.registerTool(tool('registered_declared'));
    api.registerTool(tool('registered_undeclared'));
  },
});
