/*
 * `pnpm run inspector`: lets the public MCP inspector ask the built server, over stdio and HTTP, and prints what came of
 * it. Needs a build and the package registry: no part of `pnpm check`.
 * Exit status: 0 the server was accepted, 1 not.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = join(root, 'apps/cli/dist/bin.js')
const home = mkdtempSync(join(tmpdir(), 'recallite-inspector-'))
const memory = ['--provider', 'none', '--db', join(home, 'index.sqlite')]

/** The inspector wants a newer Node than we do: it brings its own, and starts the server with ours. */
const inspector = '-p node@24 -p @modelcontextprotocol/inspector@2.12 -- mcp-inspector --cli'.split(' ')

const environment = {
  ...process.env,
  HOME: home,
  NO_COLOR: '1',
  npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
  npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
  npm_config_loglevel: 'error',
}

const query = {
  query: 'how long does a token live',
  phrases: ['JSON Web Token'],
  roots: ['memory'],
  paths: ['memory/decisions/**'],
  since: '2024',
  until: '2026-12',
  maxResults: 2,
  minScore: 0,
  perDocument: 1,
  maxTokens: 600,
}

/** @param {string} name @param {object} args */
const call = (name, args) => ['tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)]

/** What is asked and answered. @type {readonly (readonly string[])[]} */
const answered = [
  ['initialize'],
  ['tools/list', '--strict'],
  call('memory_search', query),
  call('memory_get', { path: 'MEMORY.md', from: 1, lines: 3 }),
  call('memory_get', { path: 'MEMORY.md' }),
  ['prompts/list'],
  ['prompts/get', '--prompt-name', 'memory_recall_policy'],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', '--uri', 'recallite://memory/MEMORY.md'],
]

/** What a tool says that it cannot do: the inspector ends with 5. */
const refused = [
  call('memory_get', { path: '../../etc/passwd' }),
  call('memory_search', { query: 'x', roots: ['none'] }),
]

const questions = [
  ...answered.map((asked) => ({ asked, status: 0 })),
  ...refused.map((asked) => ({ asked, status: 5 })),
]

/** Of the server over HTTP, which has made it when it says where it listens. */
function token() {
  return readFileSync(join(home, '.recallite/serve/token'), 'utf8').trim()
}

/** @param {string} text */
function shortened(text) {
  const lines = text.trim().split('\n')
  const rest = lines.length - 30
  const shown = lines.slice(0, 30).map((line) => (line.length > 400 ? `${line.slice(0, 400)} …` : line))
  return [...shown, ...(rest > 0 ? [`… ${rest} more lines`] : [])].join('\n')
}

/**
 * Asks, prints the answer, and tells whether the inspector ended as it should.
 * @param {readonly string[]} server its command line or its address
 * @param {{ readonly asked: readonly string[], readonly status: number }} question
 */
function ask(server, { asked, status }) {
  const [method = '', ...more] = asked
  const args = ['--yes', ...inspector, ...server, '--method', method, ...more]
  const ended = spawnSync('npx', args, { cwd: home, env: environment, encoding: 'utf8', timeout: 300_000 })
  const isFine = ended.status === status
  process.stdout.write(
    `\n${isFine ? 'ok' : `FAILED: ended with ${ended.status}, not ${status}`}: ${asked.join(' ')}\n`,
  )
  process.stdout.write(
    `${shortened(`${ended.stdout ?? ''}${ended.stderr ?? ''}${ended.error?.message ?? ''}`)}\n`,
  )
  return isFine
}

/** Serves over HTTP while something is asked. @param {(address: string) => boolean} work */
async function overHttp(work) {
  const server = spawn(process.execPath, [program, 'serve', '--port', '0', ...memory], {
    env: environment,
  })
  try {
    let said = ''
    for await (const chunk of server.stderr.setEncoding('utf8')) {
      said += chunk
      const address = /http:\/\/\S+/.exec(said)?.[0]
      if (address !== undefined) return work(address)
    }
    process.stdout.write(`\nFAILED: it did not serve over HTTP: ${said}\n`)
    return false
  } finally {
    server.kill()
  }
}

try {
  const notes = join(root, 'examples/memory')
  spawnSync(process.execPath, [program, 'index', notes, ...memory], { env: environment, stdio: 'inherit' })
  const overStdio = questions.map((question) => ask([process.execPath, program, 'mcp', ...memory], question))
  process.stdout.write('\nOver HTTP:\n')
  const listed = await overHttp((address) =>
    ask(['--server-url', address, '--header', `Authorization: Bearer ${token()}`], {
      asked: ['tools/list'],
      status: 0,
    }),
  )
  const failures = [...overStdio, listed].filter((isFine) => !isFine).length
  process.stdout.write(
    `\n${overStdio.length + 1} questions of the inspector, ${failures} not answered as expected.\n`,
  )
  process.exitCode = failures > 0 ? 1 : 0
} finally {
  rmSync(home, { recursive: true, force: true })
}
