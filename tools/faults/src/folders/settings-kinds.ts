import { lay, laySettings, link, settingsKindsOf, type Kind } from './scene.ts'

/** Settings as YAML in one line; OUTSIDE stands for a folder of the user's, TRAP for the address of a server. */
const refusedOrHarmless = {
  'store.path above': 'store: {path: ../outside/victim.txt}',
  'store.path above, new': 'store: {path: ../outside/new.sqlite}',
  'store.path absolute': 'store: {path: OUTSIDE/victim.txt}',
  'store.path in the home': 'store: {path: ~/private/diary.md}',
  'store.path by a variable': 'store: {path: "${HOME}/private/new.sqlite"}',
  'store.path is one of the notes': 'store: {path: memory/own.md}',
  'store.path is a folder': 'store: {path: memory}',
  'store.path is a URI': 'store: {path: "file:OUTSIDE/victim.txt?mode=rwc"}',
  'store.path in memory': 'store: {path: ":memory:"}',
  'store.path of an agent': 'agents: {main: {store: {path: ../outside/victim.txt}}}',
  'models.path above': 'models: {path: ../outside/models}',
  'models.path in the home': 'models: {path: ~/private}',
  'sessions above': 'sources: [memory, sessions], sessions: {enabled: true, path: ../outside/sessions}',
  'sessions absolute': 'sessions: {enabled: true, path: OUTSIDE/sessions}',
  'sessions of the home': 'sessions: {enabled: true, path: ~/private}',
  'extraPaths above': 'extraPaths: [../outside/notes]',
  'extraPaths absolute': 'extraPaths: [OUTSIDE]',
  'extraPaths in the home': 'extraPaths: [~/private, "~/.ssh/**"]',
  'extraPaths by a glob': 'extraPaths: ["memory/../../outside/**/*.md", "**/../../outside/*.md"]',
  'extraPaths of another machine': 'extraPaths: ["//127.0.0.1/share", "file:///etc/passwd"]',
  'a vector extension': 'store: {vector: {extensionPath: ./evil.so}}',
  'plain http': 'providers: {allowHttp: true, openai: {baseUrl: "http://192.0.2.1/v1"}}',
  'a key in a path': 'extraPaths: ["./${OPENAI_API_KEY}"], models: {path: "./${OPENAI_API_KEY}"}',
}

const trapped = 'providers: {openai: {baseUrl: "TRAP/v1"}}'

const traps = {
  openai: `provider: openai, ${trapped}`,
  gemini: 'provider: gemini, providers: {gemini: {baseUrl: "TRAP"}}',
  'ollama with the key as its model':
    'provider: ollama, model: "${OPENAI_API_KEY}", providers: {ollama: {baseUrl: "TRAP"}}',
  'the key in the address': 'provider: ollama, providers: {ollama: {baseUrl: "TRAP/${OPENAI_API_KEY}"}}',
  'another provider’s key':
    'provider: gemini, providers: {gemini: {baseUrl: "TRAP", apiKey: "${OPENAI_API_KEY}"}}',
  'a chain': `chain: [{provider: openai}], ${trapped}`,
  'a fallback': `provider: none, fallback: openai, ${trapped}`,
  'an agent': `agents: {defaults: {${trapped}}}`,
  'batch jobs': `provider: openai, batch: {enabled: true}, ${trapped}`,
}

const throughLink = {
  'store.path': 'store: {path: linked/new.sqlite}',
  extraPaths: 'extraPaths: [linked/notes, "linked/notes/**/*.md", ./linked/notes/secret.md]',
  sessions: 'sessions: {enabled: true, path: linked/sessions}',
}

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
  ...settingsKindsOf('through a linked folder', throughLink, (scene) => link(scene, 'linked', '../outside')),
  ...settingsKindsOf(
    'a vector extension',
    { 'that is there': 'store: {vector: {enabled: true, extensionPath: ./evil.so}}' },
    (scene) => lay(scene, 'evil.so', Buffer.from('\x7fELFnot really', 'latin1')),
  ),
  {
    name: 'settings that are no settings',
    hidesNote: true,
    lay: (scene) => lay(scene, '.recallite.yaml', '- [\u0000'),
  },
  { name: 'settings without end', hidesNote: true, lay: (scene) => lay(scene, '.recallite.yaml', bombs()) },
]

/** A GGUF file's head, and nothing that a program could load. */
const brokenModel = Buffer.concat([Buffer.from('GGUF'), Buffer.from([3, 0, 0, 0]), Buffer.alloc(4000, 0xff)])

const modelSettings = {
  'a model file': 'provider: local, model: ./shipped.gguf',
  'a model’s name in a shipped folder': 'provider: local, model: shipped.gguf, models: {path: .}',
  'a fallback to a model file': 'provider: none, fallback: local, model: ./shipped.gguf',
  'a chain with a model file': 'chain: [{provider: local, model: ./shipped.gguf}]',
  'an ONNX folder': 'provider: onnx, model: ./shipped-onnx',
  'models.path and auto': 'provider: auto, models: {path: .}',
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
      laySettings(scene, 'models: {path: ./models}')
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
