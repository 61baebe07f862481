import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anyContents, lineContents, nested, repeated } from './contents.ts'
import type { Bench, Content, Kind, Makers, Outcome } from './kind.ts'
import { makeFolder, runProgram, startProgram, type Running } from './measured-program.ts'

const words = ['--provider', 'none']

/** A server of a memory with one note, and a client. All cases share it. */
async function openServer(args: readonly string[]) {
  const { folder, remove } = makeFolder()
  mkdirSync(join(folder, 'notes'))
  writeFileSync(join(folder, 'notes', 'good.md'), '# Good\n\nThe harbour master counts the ships.\n')
  await runProgram(['index', 'notes', ...words], folder, 60_000)
  const running = startProgram([...args, ...words], folder)
  const close = async () => {
    running.child.kill('SIGKILL')
    await running.ended
    remove()
  }
  return { folder, running, close }
}

/** Problems of a server after hostile input: it exited, reported an unexpected error, or does not answer a valid query. */
async function judge(running: Running, deadline: number, act: () => Promise<string>): Promise<Outcome> {
  const started = performance.now()
  running.said.stderr = ''
  const ended = running.ended.then((status) => `the server exited with ${status}`)
  const late = new Promise<string>((resolve) => setTimeout(resolve, deadline, 'no answer in time').unref())
  const answer = await Promise.race([act(), ended, late])
  const { stderr } = running.said
  const isGood = answer.includes('counts the ships') && !/UNEXPECTED|\n\s+at .+:\d+:\d+/.test(stderr)
  return {
    problems: isGood ? [] : [`${answer.slice(0, 500)}; ${stderr.slice(-2_000)}`],
    megabytes: running.took().megabytes,
    milliseconds: Math.round(performance.now() - started),
  }
}

async function until<Value>(find: () => Value | undefined): Promise<Value> {
  for (;;) {
    const value = find()
    if (value !== undefined) return value
    await new Promise((resolve) => void setTimeout(resolve, 5).unref())
  }
}

const request = (id: unknown, method: string, params: unknown = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const search = (id: unknown, query: string) =>
  request(id, 'tools/call', { name: 'memory_search', arguments: { query } })

async function openStdio({ bound }: Kind): Promise<Bench> {
  const { running, close } = await openServer(['mcp'])
  const { stdin } = running.child
  const clientInfo = { name: 'fuzz', version: '1' }
  const start = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  stdin.write(`${request('start', 'initialize', start)}\n`)
  let number = 0
  const act = async (contents: readonly Content[]) => {
    running.said.stdout = ''
    const id = `good ${(number += 1)}`
    for (const line of [...contents, search(id, 'harbour')].flatMap((each) => [each, '\n']))
      stdin.write(line as string)
    const isAnswer = (line: string) => line.includes(`"${id}"`) && line.endsWith('}')
    return until(() => running.said.stdout.split('\n').find(isAnswer))
  }
  return { run: (contents) => judge(running, 2 * bound.milliseconds, () => act(contents)), close }
}

async function openHttp({ bound }: Kind): Promise<Bench> {
  const { running, folder, close } = await openServer(['serve', '--port', '0'])
  const url = await until(() => /Listening at (\S+)/.exec(running.said.stderr)?.[1])
  const authorization = `Bearer ${readFileSync(join(folder, '.recallite/serve/token'), 'utf8').trim()}`
  const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = async (path: string, body: string | Uint8Array) => {
    const sent = { method: 'POST', headers: { authorization, ...type }, body: Buffer.from(body) }
    const response = await fetch(new URL(path, url), sent)
    return { status: response.status, text: await response.text() }
  }
  const act = async (contents: readonly Content[]) => {
    const paths = ['/v1/search', '/v1/why', '/v1/recall', '/v1/remember', '/mcp']
    const requests = contents.flatMap((content) => paths.map((path) => post(path, content as string)))
    const answers = await Promise.all(requests)
    const strange = answers.find(({ status, text }) => status >= 500 || !/^[{[]|^$|^event/.test(text))
    return (strange ?? (await post('/v1/search', '{"query":"harbour"}'))).text
  }
  return { run: (contents) => judge(running, 2 * bound.milliseconds, () => act(contents)), close }
}

/** One field of a request, with any JSON value. */
const bodies: Makers = {
  ...named('query', (value) => `{"query":${value}}`),
  ...named('where', (value) => `{"query":"a","where":[${value}]}`),
  ...named('content', (value) => `{"content":${value}}`),
}

function named(field: string, line: (value: string) => string): Makers {
  const makers = Object.entries(lineContents(line))
  return Object.fromEntries(makers.map(([name, make]) => [`${field}: ${name}`, make]))
}

const notice = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', method, params })
const atOnce = (make: (id: number) => string) => (size: number) =>
  Array.from({ length: Math.min(size, 1_000) }, (_, id) => make(id)).join('\n')

/** Messages of a given size, one per line. */
const lines = Object.entries({
  ...anyContents,
  ...lineContents((value) => search(1, '@').replace('"@"', () => value)),
}).filter(([name]) => !name.includes('n"'))

const messages: Makers = {
  ...Object.fromEntries(lines),
  'a call of a record': (size) =>
    request(2, 'tools/call', { name: 'memory_remember', arguments: { content: 'a'.repeat(size) } }),
  'a line without an end': repeated('{"jsonrpc":"2.0","id":1,'),
  'many at once': atOnce((id) => search(id, 'harbour')),
  'cancelled at once': atOnce((requestId) =>
    [search(requestId, 'harbour'), notice('notifications/cancelled', { requestId })].join('\n'),
  ),
  'an odd id': nested('[', ']', '{"jsonrpc":"2.0","method":"tools/list","id":@}'),
  'a long method': (size) => request(3, 'a'.repeat(size)),
}

const common = { largest: 2 ** 26, count: 40, bound: { milliseconds: 60_000, megabytes: 1_000 } }

export const serverKinds: readonly Kind[] = [
  { ...common, name: 'mcp', makers: messages, open: openStdio },
  { ...common, name: 'rest', largest: 2 ** 24, makers: bodies, open: openHttp },
]
