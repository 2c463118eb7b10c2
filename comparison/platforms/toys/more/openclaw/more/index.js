/** More tools for OpenClaw, each for one question. */
import { defineToolPlugin } from 'openclaw/plugin-sdk/tool-plugin';

const parameters = {
  type: 'object',
  properties: { url: { type: 'string' } },
  required: ['url'],
  additionalProperties: false,
};
const outputSchema = {
  type: 'object',
  properties: { title: { type: 'string' } },
  required: ['title'],
  additionalProperties: false,
};
const results = {
  text: 'done',
  object: { title: 'Low tide é' },
  number: { seconds: NaN },
  half: { title: '\ud800' },
  stranger: { kind: 10n },
};
const waiting = [];
const told = { calls: 0, waits: 0, aborted: null };

/** Resolves to `met` if another call arrives within 5 s, else to `alone`. */
function meet() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 2) waiting.forEach((each) => each('met'));
    setTimeout(() => resolve('alone'), 5000);
  });
}

/** Resolves when the caller disconnects; `more_told` returns the reason. */
function wait(signal) {
  told.waits += 1;
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      told.aborted = signal.reason?.name ?? String(signal.reason);
      resolve('aborted');
    });
  });
}

const described = (name) => ({ name, label: name, description: `Toy ${name}.`, parameters });
const asText = (text) => ({ content: [{ type: 'text', text }], details: { text } });

export default defineToolPlugin({
  id: 'more',
  name: 'More',
  description: 'Toys.',
  tools: (tool) => [
    tool({ ...described('more_result'), execute: ({ url }) => results[url] }),
    tool({ ...described('more_output'), outputSchema, execute: () => ({ title: 5 }) }),
    tool({ ...described('more_meet'), execute: meet }),
    tool({ ...described('more_wait'), execute: (_params, _config, { signal }) => wait(signal) }),
    tool({ ...described('more_told'), execute: () => told }),
    tool({
      ...described('more_fail'),
      execute() {
        told.calls += 1;
        throw new Error('The server answered 503.');
      },
    }),
    tool({
      ...described('more_tell'),
      factory: () => ({
        ...described('more_tell'),
        async execute(_id, _params, _signal, onUpdate) {
          onUpdate?.(asText('half way'));
          return asText('done');
        },
      }),
    }),
    tool({
      ...described('more_network'),
      factory: () => ({
        ...described('more_network'),
        resultContentSource: 'network',
        execute: async () => asText('a title'),
      }),
    }),
    tool({ ...described('more_claims'), resultContentSource: 'network', execute: () => 'a title' }),
    tool({ ...described('more_optional'), optional: true, execute: () => 'done' }),
    tool({
      ...described('more_owner'),
      factory: ({ toolContext }) =>
        toolContext.senderIsOwner === true ? { ...described('more_owner'), execute: async () => asText('done') } : null,
    }),
  ],
});
