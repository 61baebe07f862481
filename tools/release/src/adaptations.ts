import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import table from './adaptations.json' with { type: 'json' }
import { replaceAll } from './example.ts'

export interface Surroundings {
  readonly project: string
  /** The URL of a server that simulates hosted services. */
  readonly services: string
  readonly servers: { stop(): unknown }[]
  readonly repository: string
  readonly load: <Module>(path: string) => Promise<Module>
}

/**
 * How an example differs from its README, because it contains an address, a key, or a model of hundreds of megabytes.
 * `shows`: the output on success, for examples that catch errors.
 */
interface Adaptation {
  readonly replace?: Readonly<Record<string, string>>
  readonly add?: string
  readonly shows?: string
}

const adaptations: Readonly<Record<string, Adaptation>> = table

/** The runnable example of a package, with its requirements and its output. */
export async function adapt(name: string, code: string, surroundings: Surroundings) {
  const { replace = {}, add, shows = '' } = adaptations[name] ?? {}
  const database = String((await prepare[name]?.(surroundings)) ?? '')
  const changed = [replaceAll(code, replace), ...(add === undefined ? [] : [add])].join('\n')
  const adapted = changed.replaceAll('SERVICES', surroundings.services).replaceAll('DATABASE', database)
  return { code: adapted, shows: new RegExp(shows, 'mu') }
}

/** Creates model files and notes, or starts a database and returns its address. */
const prepare: Readonly<Record<string, (surroundings: Surroundings) => unknown>> = {
  async '@recallite/embeddings-llama'({ project, load }) {
    const { tinyModel } = await load<{ tinyModel: () => Buffer }>(
      'packages/embeddings/llama/src/__fixtures__/tiny-model.ts',
    )
    mkdirSync(join(project, 'models'))
    writeFileSync(join(project, 'models/all-MiniLM-L6-v2.q8_0.gguf'), tinyModel())
  },
  async '@recallite/embeddings-onnx'({ project, load }) {
    const { writeModelFiles } = await load<{ writeModelFiles: (folder: string) => void }>(
      'packages/embeddings/onnx/src/__fixtures__/model-files.ts',
    )
    writeModelFiles(join(project, 'models/all-MiniLM-L6-v2'))
  },
  async '@recallite/store-opensearch'({ load, servers }) {
    const { startOpenSearch } = await load<{
      startOpenSearch: (options: { nodes: 1 }) => Promise<{ url: string; stop(): unknown }>
    }>('tools/test-kit/src/opensearch-server.ts')
    const server = await startOpenSearch({ nodes: 1 })
    servers.push(server)
    return `${server.url}/?prefix=example`
  },
  async '@recallite/store-postgres'({ load, servers }) {
    const { startPglite } = await load<{ startPglite: () => Promise<{ url: string; stop(): unknown }> }>(
      'packages/store/postgres/src/__fixtures__/pglite-server.ts',
    )
    const server = await startPglite()
    servers.push(server)
    return server.url
  },
  recallite: writeNotes,
  '@recallite/eval': writeNotes,
}

/** A project with a memory, and the folder of notes that the examples of programs use. */
function writeNotes({ project: home, repository }: Surroundings) {
  const memory = join(repository, 'examples/memory')
  cpSync(memory, join(home, 'my-project'), { recursive: true })
  cpSync(join(memory, 'memory/decisions'), join(home, 'notes/decisions'), { recursive: true })
  renameSync(join(home, 'notes/decisions/auth-signed-tokens.md'), join(home, 'notes/decisions/auth.md'))
}
