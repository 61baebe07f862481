import { lay, laySettings, link, settingsKindsOf, type Kind } from './scene.ts'
import settings from './settings.json' with { type: 'json' }

/** Nine levels of aliases, each nine times the previous one. */
function bombs(): string {
  const levels = [...'abcdefghi']
  const line = (name: string, level: number) =>
    `${name}: &${name} [${Array(9).fill(level === 0 ? 'x' : `*${levels[level - 1]}`)}]`
  return levels.map(line).join('\n')
}

/** Settings of a folder, each as a line of YAML. OUTSIDE is a folder of the user, TRAP a server. */
export const settingsKinds: readonly Kind[] = [
  ...settingsKindsOf('settings', settings.refusedOrHarmless),
  ...settingsKindsOf('a trap for keys', settings.traps),
  ...settingsKindsOf('through a linked folder', settings.throughLink, (scene) =>
    link(scene, 'linked', '../outside'),
  ),
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

/** The header of a GGUF file, without loadable content. */
const brokenModel = Buffer.concat([Buffer.from('GGUF'), Buffer.from([3, 0, 0, 0]), Buffer.alloc(4000, 0xff)])

/** Models that come with a folder. For the libraries that load them, ONNX and GGUF files are code. */
export const modelKinds: readonly Kind[] = [
  ...settingsKindsOf('shipped', settings.models, (scene) => {
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
