import { readdirSync } from 'node:fs'
import { answerText, redirectTo, reset, silence, startServer, type Answer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { serveFile, sha256Of } from './__fixtures__/model-server.js'
import { content, failure, hurried, other, patient, workbench } from './__fixtures__/workbench.js'

const isCut = serveFile({ content, ends: { after: 50_000 } })

/** The file, without its length. */
const unmeasured: Answer = (_, response) => {
  response.writeHead(200).write(content.subarray(0, 1_000))
  response.end(content.subarray(1_000))
}

const webPage = answerText('<html>Log in</html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
const status = (code: number) => answerText('{}', { status: code })

describe('a download is refused', () => {
  it.each<[what: string, Answer, code: string, words: string, known?: { sha256?: string; bytes?: number }]>([
    ['nothing that answers', silence(), 'DOWNLOAD_FAILED', 'sent nothing for 0.15 s'],
    ['a server that stops', isCut, 'DOWNLOAD_FAILED', 'sent nothing for 0.15 s'],
    ['a closed connection', reset(), 'DOWNLOAD_FAILED', 'the connection was closed'],
    ['404', status(404), 'UNAVAILABLE', 'There is no'],
    ['403', status(403), 'UNAVAILABLE', '--model FILE.gguf'],
    ['418', status(418), 'UNAVAILABLE', 'with status 418'],
    ['429', status(429), 'DOWNLOAD_FAILED', 'Try again later'],
    ['503', status(503), 'DOWNLOAD_FAILED', 'Try again later'],
    ['a web page', webPage, 'FILE_INVALID', 'is a web page'],
    ['no GGUF', serveFile({ content: Buffer.from('GGU') }), 'FILE_INVALID', 'not a GGUF file'],
    [
      'another checksum',
      serveFile({ content: other }),
      'CHECKSUM_WRONG',
      `--sha256 is ${sha256Of(content)}`,
      { sha256: sha256Of(content) },
    ],
    ['another size', serveFile({ content }), 'FILE_INVALID', 'has 300000 bytes', { bytes: 299_999 }],
    ['too little', unmeasured, 'DOWNLOAD_FAILED', 'stopped after 300000 of 300001', { bytes: 300_001 }],
    ['too much', unmeasured, 'FILE_INVALID', 'more than the 299999 bytes', { bytes: 299_999 }],
    ['redirects without an end', redirectTo('/x.gguf', 302), 'REDIRECT_REFUSED', 'more than 5 times'],
    ['a way to http', redirectTo('http://models.example/x.gguf', 302), 'REDIRECT_REFUSED', 'not followed'],
    ['a way to a file', redirectTo('file:///etc/hostname', 302), 'REDIRECT_REFUSED', 'not followed'],
  ])('from %s, and leaves nothing', async (_, answer, code, words, { sha256, bytes } = {}) => {
    const { pullSource, source, server, folder } = await workbench(answer)
    const wanted = source(sha256)
    const files = wanted.files.map((file) => ({ ...file, bytes }))
    await expect(pullSource({ ...wanted, files }, hurried())).rejects.toEqual(failure(`MODEL_${code}`, words))
    expect(readdirSync(folder)).toEqual([])
    expect(server.requests.length).toBeLessThanOrEqual(6)
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('without a server', async () => {
    const { pull, server } = await workbench(silence())
    await server.stop()
    await expect(pull()).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'the connection was refused (ECONNREFUSED)'),
    )
  })

  it('by Ctrl-C', async () => {
    const stop = new AbortController()
    const { pull, server, folder } = await workbench(isCut)
    const network = { fetch: globalThis.fetch, deadlines: patient, signal: stop.signal }
    const onProgress = ({ arrived }: { arrived: number }) => {
      if (arrived === 50_000) stop.abort(new DOMException('interrupted', 'AbortError'))
    }
    await expect(pull(undefined, { network, onProgress })).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(folder)).toEqual([])
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('but not after a redirect, even to another server, or without a length', async () => {
    const cdn = await startServer(serveFile({ content }))
    for (const answer of [redirectTo(`${cdn.url}/elsewhere?signature=1`, 302), unmeasured]) {
      const { pull } = await workbench(answer)
      expect((await pull()).files[0]?.bytes).toBe(300_000)
    }
  })
})
