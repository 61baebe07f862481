import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { onTestFinished } from 'vitest'
import { builtCli, type cliWorkspace } from '../../__fixtures__/run-cli.js'

type Workspace = ReturnType<typeof cliWorkspace>

function argumentsOf(command: 'mcp' | 'serve', { database }: Workspace, more: readonly string[]): string[] {
  return [builtCli, command, '--db', database, '--provider', 'none', ...more]
}

function placeOf({ folder, env }: Workspace) {
  return { cwd: folder, env: { ...(process.env as Record<string, string>), ...env } }
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

/** The command with which a client starts the server of a workspace. */
export function stdioServer(workspace: Workspace, ...more: string[]) {
  const [command, args] = [process.execPath, argumentsOf('mcp', workspace, more)]
  return { command, args, ...placeOf(workspace), stderr: 'pipe' as const }
}

/** A client of a server that it started over stdio. */
export async function connectStdio(workspace: Workspace, ...more: string[]) {
  return connect(new StdioClientTransport(stdioServer(workspace, ...more)))
}

/** A client of a server that it started over stdio in a folder. */
export async function startAgent(
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ...flags: string[]
): Promise<Client> {
  const launch = { command: process.execPath, args: [builtCli, 'mcp', ...flags], cwd, stderr: 'pipe' as const }
  return connect(new StdioClientTransport({ ...launch, env: { ...(process.env as Record<string, string>), ...env } }))
}

/** A running process, and its output so far. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly said: { stdout: string; stderr: string }
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
}

/** Starts a program with open streams; it is killed when the test ends. */
export function startProgram(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  program = process.execPath,
): Running {
  const child = spawn(program, args, options)
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null)
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, said, ended }
}

/** Starts the server of a workspace over stdio. */
export function startServer(workspace: Workspace, more: readonly string[]): Running {
  return startProgram(argumentsOf('mcp', workspace, more), placeOf(workspace))
}

/** The address of a server, as soon as it is printed. */
export async function listeningAt({ said, ended }: Running): Promise<URL> {
  const isOver = { yes: false }
  void ended.then(() => (isOver.yes = true))
  for (;;) {
    const [, url] = /Listening at (\S+)/.exec(said.stderr) ?? []
    if (url !== undefined) return new URL(url)
    if (isOver.yes) throw new Error(said.stderr)
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
}

/** The headers that a client of a user's server sends. */
export function headersIn(home: string): { authorization: string } {
  const token = readFileSync(join(home, '.recallite/serve/token'), 'utf8').trim()
  return { authorization: `Bearer ${token}` }
}

/** A server over HTTP at a free port. */
export async function startHttp(workspace: Workspace, more: readonly string[] = []) {
  const running = startProgram(argumentsOf('serve', workspace, ['--port', '0', ...more]), placeOf(workspace))
  const url = await listeningAt(running)
  return { ...running, url, headers: headersIn(workspace.folder) }
}

/** A client of a running server. */
export async function connectHttp({ url, headers }: { readonly url: URL; readonly headers: Readonly<Record<string, string>> }) {
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  // The library's types disagree about what may be undefined.
  return { client: await connect(transport as Transport), transport }
}
