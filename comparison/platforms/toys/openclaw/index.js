import { defineToolPlugin } from 'openclaw/plugin-sdk/tool-plugin';

const seconds = { type: 'integer', minimum: 1, maximum: 60, default: 10, description: 'Whole seconds, 1 to 60.' };

export default defineToolPlugin({
  id: 'echo',
  name: 'Echo',
  description: 'Says what arrived.',
  configSchema: {
    type: 'object',
    properties: { maxBytes: { type: 'integer', minimum: 1 } },
    additionalProperties: false,
  },
  tools: (tool) => [
    tool({
      name: 'echo',
      description: 'Say what arrived.',
      parameters: {
        type: 'object',
        properties: {
          url: { type: 'string', description: 'Absolute http or https URL.' },
          timeout_seconds: seconds,
        },
        required: ['url'],
        additionalProperties: false,
      },
      execute(params) {
        switch (params.url) {
          case 'fail:own':
            throw Object.assign(new Error('The server answered 404.'), { name: 'ToolInputError' });
          case 'fail:other':
            throw new Error('The server answered 404.');
          case 'fail:data':
            return { ok: false, error_code: 'http_error', message: 'The server answered 404.' };
          case 'fail:nothing':
            return undefined;
        }
        return params;
      },
    }),
  ],
});
