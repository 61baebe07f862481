import { join } from 'node:path'
import { lay, laySettings, link, settingsKindsOf, type Kind, type Settings } from './scene.ts'

const refusedOrHarmless: Settings = {
  'store.path above': () => ({ store: { path: '../outside/victim.txt' } }),
  'store.path above, new': () => ({ store: { path: '../outside/new.sqlite' } }),
  'store.path absolute': ({ outside }) => ({ store: { path: join(outside, 'victim.txt') } }),
  'store.path in the home': () => ({ store: { path: '~/private/diary.md' } }),
  'store.path by a variable': () => ({ store: { path: '${HOME}/private/new.sqlite' } }),
  'store.path is one of the notes': () => ({ store: { path: 'memory/own.md' } }),
  'store.path is a folder': () => ({ store: { path: 'memory' } }),
  'store.path is a URI': ({ outside }) => ({ store: { path: `file:${outside}/victim.txt?mode=rwc` } }),
  'store.path in memory': () => ({ store: { path: ':memory:' } }),
  'store.path of an agent': () => ({ agents: { main: { store: { path: '../outside/victim.txt' } } } }),
  'models.path above': () => ({ models: { path: '../outside/models' } }),
  'models.path in the home': () => ({ models: { path: '~/private' } }),
  'sessions above': () => ({
    sources: ['memory', 'sessions'],
    sessions: { enabled: true, path: '../outside/sessions' },
  }),
  'sessions absolute': ({ outside }) => ({ sessions: { enabled: true, path: join(outside, 'sessions') } }),
  'sessions of the home': () => ({ sessions: { enabled: true, path: '~/private' } }),
  'extraPaths above': () => ({ extraPaths: ['../outside/notes'] }),
  'extraPaths absolute': ({ outside }) => ({ extraPaths: [outside] }),
  'extraPaths in the home': () => ({ extraPaths: ['~/private', '~/.ssh/**'] }),
  'extraPaths by a glob': () => ({ extraPaths: ['memory/../../outside/**/*.md', '**/../../outside/*.md'] }),
  'extraPaths of another machine': () => ({ extraPaths: ['//127.0.0.1/share', 'file:///etc/passwd'] }),
  'a vector extension': () => ({ store: { vector: { extensionPath: './evil.so' } } }),
  'plain http': () => ({ providers: { allowHttp: true, openai: { baseUrl: 'http://192.0.2.1/v1' } } }),
  'a key in a path': () => ({ extraPaths: ['./${OPENAI_API_KEY}'], models: { path: './${OPENAI_API_KEY}' } }),
}

const traps: Settings = {
  openai: ({ trap }) => ({ provider: 'openai', providers: { openai: { baseUrl: `${trap}/v1` } } }),
  gemini: ({ trap }) => ({ provider: 'gemini', providers: { gemini: { baseUrl: trap } } }),
  'ollama with the key as its model': ({ trap }) => ({
    provider: 'ollama',
    model: '${OPENAI_API_KEY}',
    providers: { ollama: { baseUrl: trap } },
  }),
  'the key in the address': ({ trap }) => ({
    provider: 'ollama',
    providers: { ollama: { baseUrl: `${trap}/$\{OPENAI_API_KEY}` } },
  }),
  'another provider’s key': ({ trap }) => ({
    provider: 'gemini',
    providers: { gemini: { baseUrl: trap, apiKey: '${OPENAI_API_KEY}' } },
  }),
  'a chain': ({ trap }) => ({
    chain: [{ provider: 'openai' }],
    providers: { openai: { baseUrl: `${trap}/v1` } },
  }),
  'a fallback': ({ trap }) => ({
    provider: 'none',
    fallback: 'openai',
    providers: { openai: { baseUrl: `${trap}/v1` } },
  }),
  'an agent': ({ trap }) => ({ agents: { defaults: { providers: { openai: { baseUrl: `${trap}/v1` } } } } }),
  'batch jobs': ({ trap }) => ({
    provider: 'openai',
    batch: { enabled: true },
    providers: { openai: { baseUrl: `${trap}/v1` } },
  }),
}

const linked: readonly Kind[] = [
  ...settingsKindsOf(
    'through a linked folder',
    {
      'store.path': () => ({ store: { path: 'linked/new.sqlite' } }),
      extraPaths: () => ({
        extraPaths: ['linked/notes', 'linked/notes/**/*.md', './linked/notes/secret.md'],
      }),
      sessions: () => ({ sessions: { enabled: true, path: 'linked/sessions' } }),
    },
    (scene) => link(scene, 'linked', '../outside'),
  ),
  {
    name: 'a vector extension that is there',
    lay: (scene) => {
      lay(scene, 'evil.so', Buffer.from('\x7fELFnot really', 'latin1'))
      laySettings(scene, { store: { vector: { enabled: true, extensionPath: './evil.so' } } })
    },
  },
  {
    name: 'settings that are no settings',
    hidesNote: true,
    lay: (scene) => lay(scene, '.recallite.yaml', '- [\u0000'),
  },
  { name: 'settings without end', hidesNote: true, lay: (scene) => lay(scene, '.recallite.yaml', bombs()) },
]

/** Nine levels of aliases, each nine times the one before. */
function bombs(): string {
  const levels = [...'abcdefghi']
  const line = (name: string, level: number) =>
    `${name}: &${name} [${Array(9).fill(level === 0 ? 'x' : `*${levels[level - 1]}`)}]`
  return levels.map(line).join('\n')
}

/** Settings that come with a folder. */
export const settingsKinds: readonly Kind[] = [
  ...settingsKindsOf('settings', refusedOrHarmless),
  ...settingsKindsOf('a trap for keys', traps),
  ...linked,
]

/** A GGUF file's head, and nothing that a program could load. */
const brokenModel = Buffer.concat([Buffer.from('GGUF'), Buffer.from([3, 0, 0, 0]), Buffer.alloc(4000, 0xff)])

const modelSettings: Settings = {
  'a model file': () => ({ provider: 'local', model: './shipped.gguf' }),
  'a model’s name in a shipped folder': () => ({
    provider: 'local',
    model: 'shipped.gguf',
    models: { path: '.' },
  }),
  'a fallback to a model file': () => ({ provider: 'none', fallback: 'local', model: './shipped.gguf' }),
  'a chain with a model file': () => ({ chain: [{ provider: 'local', model: './shipped.gguf' }] }),
  'an ONNX folder': () => ({ provider: 'onnx', model: './shipped-onnx' }),
  'models.path and auto': () => ({ provider: 'auto', models: { path: '.' } }),
}

/** Models that come with a folder; an ONNX file or GGUF file is code for the library that loads it. */
export const modelKinds: readonly Kind[] = [
  ...settingsKindsOf('shipped', modelSettings, (scene) => {
    lay(scene, 'shipped.gguf', brokenModel)
    lay(scene, 'shipped-onnx/model.onnx', brokenModel)
    lay(scene, 'shipped-onnx/tokenizer.json', '{}')
  }),
  {
    name: 'a download’s parts are links out',
    lay: (scene) => {
      laySettings(scene, { models: { path: './models' } })
      for (const name of ['tiny.gguf', 'tiny.gguf.part', 'tiny.gguf.tmp', 'tiny.gguf.lock']) {
        link(scene, `models/${name}`, '../../outside/victim.txt')
      }
    },
    commands: [
      ['models'],
      ['models', 'pull', 'https://127.0.0.1:9/tiny.gguf'],
      ['models', 'remove', 'tiny.gguf'],
    ],
  },
]
