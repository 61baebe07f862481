import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerText, casesOf, runProcess, startServer, type Answer } from '@recallite/test-kit'
import { builtCli } from '../__fixtures__/run-cli.js'
import { providerWorkspace, canaryKey } from './__fixtures__/provider-workspace.js'

const numbers = Array.from({ length: 256 }, (_, byte) => String((byte - 127.5) / 128))

/** A vector of 1,536 numbers as JSON, different for each text. */
function vectorJson(text: string): string {
  const bytes = createHash('shake256', { outputLength: 1536 }).update(text).digest()
  return `[${Array.from(bytes, (byte) => numbers[byte]).join(',')}]`
}

/** Words and punctuation, which are tokens here, since no word has more than six letters. */
const tokensOf = (text: string) => text.match(/\w+|[^\s\w]/g)?.length ?? 0

/** OpenAI's embeddings; stores the content of each request. */
function answerAndCount(requests: { items: number; tokens: number }[]): Answer {
  return (request, response) => {
    const { input } = JSON.parse(request.body) as { input: string[] }
    requests.push({ items: input.length, tokens: tokensOf(input.join('\n')) })
    const data = input.map(
      (text, index) => `{"object":"embedding","index":${index},"embedding":${vectorJson(text)}}`,
    )
    const body = `{"object":"list","data":[${data.join(',')}],"model":"text-embedding-3-small"}`
    return answerText(body)(request, response)
  }
}

/** Writes the maximum memory of the process to a file when it ends, in kilobytes. */
function peakHook(file: string): string {
  const code = `import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(file)},String(process.resourceUsage().maxRSS)))`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'to', 'vi', 'zu']

/** A word of six letters. */
function wordOf(number: number): string {
  return [number, number / 10, number / 100].map((place) => syllables[Math.floor(place) % 10]).join('')
}

/** A note with twelve sections of about 90 tokens, so that no two fit within 100. */
function noteOf(file: number): string {
  const section = (part: number) => {
    const seed = file * 7919 + part * 104_729
    const words = Array.from({ length: 82 }, (_, word) => wordOf(seed + word * 37 + word ** 3))
    return `## Part ${part}\n\n${words.join(' ')}.\n`
  }
  return `# Note ${file}\n\n${Array.from({ length: 12 }, (_, part) => section(part)).join('\n')}`
}

const files = casesOf(1000, 250)
const chunks = 12 * files
const maxRequests = files / 5
const number = new Intl.NumberFormat('en')

describe(`${number.format(chunks)} chunks of ${number.format(files)} files`, () => {
  it(`A13: are sent to the provider in at most ${maxRequests} requests, with less than 520 MB of memory`, async () => {
    const requests: { items: number; tokens: number }[] = []
    const server = await startServer(answerAndCount(requests))
    const texts = Object.fromEntries(Array.from({ length: files }, (_, n) => [`n${n}.md`, noteOf(n)]))
    const { folder, notes, database, env } = providerWorkspace(texts, {
      OPENAI_API_KEY: canaryKey,
      OPENAI_BASE_URL: `${server.url}/v1`,
      RECALLITE_CHUNKING_TOKENS: '100',
      RECALLITE_CHUNKING_OVERLAP: '0',
    })
    const peak = join(folder, 'peak')
    const args = ['--import', peakHook(peak), builtCli, 'index', notes, '--db', database]
    const { stdout, stderr } = await runProcess([...args, '--provider', 'openai', '--json'], {
      cwd: folder,
      env,
    })
    expect(stderr).toContain(`${number.format(chunks)} texts of ${number.format(files)} files`)
    expect(JSON.parse(stdout)).toMatchObject({ files, chunks, embedded: chunks })
    const sent = requests.slice(1)
    const calibrating = sent.reduce((sum, { items }) => sum + items, 0) - chunks
    expect(calibrating).toBeGreaterThan(0)
    expect(calibrating).toBeLessThan(200)
    expect(sent.length).toBeLessThanOrEqual(maxRequests)
    expect(Math.max(...sent.map(({ tokens }) => tokens))).toBeLessThanOrEqual(8000)
    // Node 24 lets garbage grow to some 180 MB over 26 MB of use: 417 to 463 MB were measured, and less costs a fifth of the time of indexing.
    expect(Number(readFileSync(peak, 'utf8')) / 1024).toBeLessThan(520)
  }, 300_000)
})
