/* A published program on an empty machine: installed by npm, keyword search, setup, vector search. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sharedFile, startServer, temporaryFolder, type Answer } from '@recallite/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { packPackages } from './pack-packages.js'
import { repositoryRoot } from './repository.js'
import { run } from './run-tool.js'
import type { Manifest } from './workspace.js'

// Removing thousands of files is slow on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 })

interface Packed {
  readonly manifest: Manifest
  readonly tarball: string
}

async function packAll(folder: string): Promise<Packed[]> {
  return Promise.all(
    (await packPackages(folder)).map(async ({ tarball }) => {
      const { stdout } = await run(['tar', '-xzOf', tarball, 'package/package.json'])
      return { tarball, manifest: JSON.parse(stdout) }
    }),
  )
}

/** A registry with only our packages, which npm uses for their scope. */
function registryOf(packages: readonly Packed[], model: Buffer | undefined): Answer {
  return ({ path, headers }, response) => {
    if (path === '/minilm.gguf' && model) return void response.end(model)
    const served = packages.find(({ tarball }) => path === `/${basename(tarball)}`)
    if (served) return void response.end(readFileSync(served.tarball))
    const name = decodeURIComponent(path.slice(1))
    const published = packages.find(({ manifest }) => manifest.name === name)
    if (!published) return void response.writeHead(404).end('{}')
    const { version } = published.manifest
    const dist = { tarball: `http://${headers.host}/${basename(published.tarball)}` }
    const versions = { [version]: { ...published.manifest, dist } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  }
}

const minilm = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')

/** A machine with an empty home, notes, and the program installed from the registry. */
async function newcomer() {
  const folder = temporaryFolder()
  const [home, packs, app] = ['home', 'packs', 'app'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [home, packs, app]) mkdirSync(path)
  const packages = await packAll(packs)
  const server = await startServer(
    registryOf(packages, minilm === undefined ? undefined : readFileSync(minilm)),
  )
  writeFileSync(join(home, '.npmrc'), `@recallite:registry=${server.url}/\n`)
  // pnpm puts the packages of the workspace into NODE_PATH, and its settings into variables that npm also reads.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/iu.test(name))
  const env = {
    ...Object.fromEntries(inherited),
    HOME: home,
    NO_COLOR: '1',
    NODE_PATH: '',
    npm_config_cache: join(folder, 'cache'),
  }
  const program = packages.find(({ manifest }) => manifest.name === 'recallite')?.tarball ?? ''
  const installed = await run(['npm', 'install', '--no-audit', program], {
    cwd: app,
    env,
  })
  expect(installed.exitCode, installed.output).toBe(0)
  const modules = join(app, 'node_modules')
  const notes = join(home, 'notes')
  cpSync(join(repositoryRoot, 'examples/memory/memory/decisions'), notes, { recursive: true })
  const recallite = (...args: string[]) => run([join(modules, '.bin/recallite'), ...args], { cwd: home, env })
  return { home, modules, recallite, server }
}

describe('a newcomer', () => {
  it.skipIf(minilm === undefined)(
    'gets answers by keywords with two commands, and hybrid ones with a third',
    async () => {
      const { home, modules, recallite, server } = await newcomer()
      expect(existsSync(join(modules, '@recallite/embeddings-llama'))).toBe(false)
      const indexed = await recallite('index', 'notes')
      expect(indexed.exitCode, indexed.output).toBe(0)
      const byWords = await recallite('search', 'JWT_EXPIRY')
      expect(byWords.stdout).toContain('JWT_EXPIRY')

      const planned = await recallite('setup', '--model', `${server.url}/minilm.gguf`)
      expect([planned.exitCode, planned.output]).toEqual([
        2,
        expect.stringMatching(/about \d+\.\d MB.*--yes/su),
      ])
      const done = await recallite('setup', '--yes', '--model', `${server.url}/minilm.gguf`)
      expect(done.exitCode, done.output).toBe(0)
      const [, megabytes] =
        /Installed @recallite\/embeddings-llama \S+: (\d+\.\d) MB/u.exec(done.stdout) ?? []
      const [, announced] = /embeddings-llama: about (\d+\.\d) MB/u.exec(done.output) ?? []
      expect(Number(megabytes)).toBeLessThan(115)
      expect(Math.abs(Number(megabytes) / Number(announced) - 1)).toBeLessThan(0.2)
      expect(readdirSync(join(home, '.recallite/providers/node_modules/@node-llama-cpp'))).toHaveLength(1)

      const answer = JSON.parse((await recallite('search', 'how long do logins last', '--json')).stdout)
      expect(answer.retrievers).toEqual({ keyword: 'ok', vector: 'ok' })
      expect(answer.results[0]).toMatchObject({ confidence: expect.any(Number) })
      expect(readFileSync(join(home, '.recallite/config.yaml'), 'utf8')).toBe(
        'provider: local\nmodel: minilm\n',
      )
      const again = await recallite('setup', '--yes')
      expect([again.exitCode, again.output]).toEqual([
        0,
        expect.stringContaining('embeddings-llama is installed'),
      ])
    },
    600_000,
  )
})
