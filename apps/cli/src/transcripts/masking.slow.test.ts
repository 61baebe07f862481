import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listedSecrets } from '@recallite/test-kit/planted-secrets'
import { describe, expect, it } from 'vitest'
import { playProvider } from '../embedding/__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from '../embedding/__fixtures__/provider-workspace.js'
import { builtCli } from '../__fixtures__/run-cli.js'
import { headersIn, listeningAt, startAgent, startProgram } from '../mcp/__fixtures__/served-memory.js'

const planted = listedSecrets(1)

/** The transcripts of four agents, each with a quarter of the secrets, by path. */
function transcripts(): Record<string, string> {
  const texts = (agent: number) =>
    planted
      .filter((_, number) => number % 4 === agent)
      .map(({ text }) => `The harbour is deep.\n${text}\nKeep it.`)
  const lines = (agent: number, lineOf: (text: string, number: number) => object) =>
    texts(agent)
      .map((text, number) => `${JSON.stringify(lineOf(text, number))}\n`)
      .join('')
  const roleOf = (number: number) => (number % 2 === 0 ? 'user' : 'assistant')
  return {
    '.claude/projects/-home-me/a.jsonl': lines(0, (text, number) => ({
      type: roleOf(number),
      sessionId: 'a',
      message: { role: roleOf(number), content: [{ type: 'text', text }] },
    })),
    '.codex/sessions/2026/02/11/rollout-a.jsonl': lines(1, (text, number) => ({
      type: 'response_item',
      payload: { type: 'message', role: roleOf(number), content: [{ type: 'input_text', text }] },
    })),
    '.gemini/tmp/shop/chats/session-a.jsonl': lines(2, (text, number) => ({
      id: `${number}`,
      timestamp: '2026-02-11T10:00:00Z',
      type: number % 2 === 0 ? 'user' : 'gemini',
      content: [{ text }],
    })),
    '.openclaw/agents/main/sessions/a.jsonl': lines(3, (text, number) => ({
      type: 'message',
      message: { role: roleOf(number), content: text },
    })),
  }
}

/** The secrets of which any eight characters are left in a text. */
function leftIn(text: string): string[] {
  return planted.flatMap(({ kind, secret }) => {
    const parts = Array.from({ length: secret.length - 7 }, (_, from) => secret.slice(from, from + 8))
    return parts.some((part) => text.includes(part)) ? [kind] : []
  })
}

/** A memory of the transcripts whose texts a loopback server embeds. */
async function indexed() {
  const { server } = await playProvider('openai')
  const workspace = providerWorkspace({}, variablesFor('openai', server.url))
  const { folder } = workspace
  const files = Object.entries({
    ...transcripts(),
    '.recallite/config.yaml':
      'provider: openai\nsessions: { agents: [claude-code, codex, gemini-cli, openclaw] }\n',
  })
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const report = await workspace.startProcess(['index'])
  expect([report.exitCode, report.stderr.includes('secret')]).toEqual([0, false])
  const written = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !files.some(([path]) => join(folder, path) === file))
  return { ...workspace, server, report, written }
}

describe('secrets in transcripts', () => {
  it('are in no file, request or output, and the transcripts stay as they are', async () => {
    const { folder, startProcess, server, report, written, database } = await indexed()
    const outputs = [report.stdout, report.stderr]
    const run = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await startProcess(args)
      expect([exitCode, stderr.includes('rror')]).toEqual([0, false])
      outputs.push(stdout, stderr)
      return stdout
    }
    expect(
      await run('search', 'harbour', '--source', 'sessions', '--limit', '100', '--per-document', '0'),
    ).toContain('[secret]')
    for (const [root, path] of [
      ['claude-code', '-home-me/a.jsonl'],
      ['codex', '2026/02/11/rollout-a.jsonl'],
      ['gemini-cli', 'shop/chats/session-a.jsonl'],
      ['openclaw', 'main/sessions/a.jsonl'],
    ] as const)
      expect(await run('get', `${root}:${path}`)).toContain('[secret]')
    await run('search', 'harbour', '--json', '--explain')
    await run('status', '--json')
    expect(outputs.flatMap(leftIn)).toEqual([])
    const files = written()
    expect(files).toContain(database)
    expect(files.flatMap((file) => leftIn(readFileSync(file, 'latin1')))).toEqual([])
    const bodies = server.requests.map(({ body }) => String(body))
    expect(bodies.join('')).toContain('[secret]')
    expect(bodies.flatMap(leftIn)).toEqual([])
    for (const [path, content] of Object.entries(transcripts()))
      expect(readFileSync(join(folder, path), 'utf8')).toBe(content)
  })

  it('are in no answer over MCP and REST', async () => {
    const { folder, env, database } = await indexed()
    const place = { cwd: folder, env: { ...(process.env as Record<string, string>), ...env } }
    const agent = await startAgent(place, '--db', database)
    const answers: string[] = []
    const path = 'claude-code:-home-me/a.jsonl'
    for (const [name, input] of [
      ['memory_search', { query: 'harbour' }],
      ['memory_get', { path }],
    ] as const)
      answers.push(JSON.stringify(await agent.callTool({ name, arguments: input })))
    const url = await listeningAt(startProgram([builtCli, 'serve', '--port', '0', '--db', database], place))
    const headers = { ...headersIn(folder), 'content-type': 'application/json' }
    const search = { method: 'POST', headers, body: JSON.stringify({ query: 'harbour', limit: 50 }) }
    for (const [route, request] of [
      ['search', search],
      [`get?place=${encodeURIComponent(path)}`, { headers }],
    ] as const)
      answers.push(await (await fetch(new URL(`/v1/${route}`, url), request)).text())
    expect(answers.map((answer) => answer.includes('[secret]'))).toEqual([true, true, true, true])
    expect(answers.flatMap(leftIn)).toEqual([])
  })
})
