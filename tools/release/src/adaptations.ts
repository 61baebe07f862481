/*
 * What the examples of READMEs need that a machine by itself does not have: services, model files, a database. An example is
 * changed only where it names an address or a key; `shows` is what it prints when it has worked, where it would catch an error.
 */
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceAll } from './example.ts'

export interface Surroundings {
  readonly project: string
  /** The address of one server that answers as hosted services do. */
  readonly services: string
  readonly servers: { stop(): unknown }[]
  readonly repository: string
  readonly load: <Module>(path: string) => Promise<Module>
}

export interface Adaptation {
  readonly adapt?: (code: string, surroundings: Surroundings) => string | Promise<string>
  readonly shows?: RegExp
}

export const adaptations: Readonly<Record<string, Adaptation>> = {
  '@recallite/core': { shows: /^keyword auth\.md 1$/mu },
  '@recallite/embeddings-openai': {
    adapt: (code, { services }) =>
      replaceAll(code, { "'${OPENAI_API_KEY}'": `'key', baseUrl: '${services}/v1'` }),
    shows: /^\} 1536$/mu,
  },
  '@recallite/embeddings-gemini': {
    adapt: (code, { services }) => replaceAll(code, { "'your key'": `'key', baseUrl: '${services}'` }),
    shows: /^\} 768$/mu,
  },
  '@recallite/embeddings-ollama': {
    adapt: (code, { services }) =>
      replaceAll(code, { "'nomic-embed-text'": `'nomic-embed-text', baseUrl: '${services}'` }),
    shows: /^768$/mu,
  },
  '@recallite/rerankers-http': {
    adapt: (code, { services }) => replaceAll(code, { 'http://127.0.0.1:9': services }),
    shows: /0\.9, 0\.1/u,
  },
  '@recallite/embeddings-llama': {
    async adapt(code, { project, load }) {
      const { tinyModel } = await load<{ tinyModel: () => Buffer }>(
        'packages/embeddings/llama/src/__fixtures__/tiny-model.ts',
      )
      mkdirSync(join(project, 'models'))
      writeFileSync(join(project, 'models/all-MiniLM-L6-v2.q8_0.gguf'), tinyModel())
      return code
    },
    shows: /^\} 8$/mu,
  },
  '@recallite/embeddings-onnx': {
    async adapt(code, { project, load }) {
      const { writeModelFiles } = await load<{ writeModelFiles: (folder: string) => void }>(
        'packages/embeddings/onnx/src/__fixtures__/model-files.ts',
      )
      writeModelFiles(join(project, 'models/bge-small-en-v1.5'))
      return code
    },
    shows: /^\} 8$/mu,
  },
  '@recallite/store-postgres': {
    async adapt(code, { load, servers }) {
      const { startPglite } = await load<{ startPglite: () => Promise<{ url: string; stop(): unknown }> }>(
        'packages/store/postgres/src/__fixtures__/pglite-server.ts',
      )
      const server = await startPglite()
      servers.push(server)
      return `${code}\nconsole.log(await searchTeam('${server.url}'))`
    },
    shows: /^\[\]$/mu,
  },
  recallite: {
    adapt(code, { project, repository }) {
      writeNotes(project, repository)
      return `${code}\ncd && recallite search JWT_EXPIRY --limit 1 --json`
    },
    shows: /"path": ?"decisions\/auth\.md"/u,
  },
  '@recallite/openclaw': {
    // OpenClaw is half a gigabyte: it is enough that what it would load can be loaded.
    adapt: () =>
      'node -e "import(\'./node_modules/@recallite/openclaw/dist/plugin.js\').then((all) => console.log(all.default.id))"',
    shows: /^recallite$/mu,
  },
  '@recallite/eval': {
    // A provider that is installed globally brings 600 MB of code for graphics cards: the questions are answered by words alone.
    adapt(code, { project, repository }) {
      writeNotes(project, repository)
      return replaceAll(code, { '--model all-MiniLM-L6-v2.q8_0': '--provider none' })
    },
    shows: /found/u,
  },
}

/** A project with a memory, and the folder of notes that the examples of programs name. */
function writeNotes(home: string, repository: string) {
  const memory = join(repository, 'examples/memory')
  cpSync(memory, join(home, 'my-project'), { recursive: true })
  cpSync(join(memory, 'memory/decisions'), join(home, 'notes/decisions'), { recursive: true })
  renameSync(join(home, 'notes/decisions/auth-signed-tokens.md'), join(home, 'notes/decisions/auth.md'))
}
