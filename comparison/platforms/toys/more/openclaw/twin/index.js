/** A second plugin with a tool named `echo`. */
import { defineToolPlugin } from 'openclaw/plugin-sdk/tool-plugin';

export default defineToolPlugin({
  id: 'twin',
  name: 'Twin',
  description: 'Toys.',
  tools: (tool) => [
    tool({
      name: 'echo',
      description: 'The twin.',
      parameters: { type: 'object', properties: {} },
      execute: () => 'the twin',
    }),
  ],
});
