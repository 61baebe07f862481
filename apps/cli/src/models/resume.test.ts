import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { answerText, inTurn, silence, type Answer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { serveFile, sha256Of } from './__fixtures__/model-server.js'
import { content, hurried, interrupted, other, patient, workbench } from './__fixtures__/workbench.js'

describe('an interrupted download', () => {
  it('keeps what has arrived and goes on from there', async () => {
    const { pull, server, rangesAsked, target, progress } = await interrupted()
    expect(existsSync(target)).toBe(false)
    server.answerWith(serveFile({ content }))
    progress.length = 0
    const { files } = await pull(sha256Of(content))
    expect(files[0]?.fetched).toBe(180_000)
    expect(rangesAsked()).toEqual([undefined, 'bytes=120000-'])
    expect(progress[0]).toBe(120_000)
    expect(readFileSync(target).equals(content)).toBe(true)
  })

  it.each([
    ['the file has changed', serveFile({ content: other }), other],
    ['the server knows no ranges', serveFile({ content, hasRanges: false }), content],
    [
      'the rest is of another file',
      inTurn(
        serveFile({ content: other, etag: `"${sha256Of(content)}"`, headers: { etag: '"another"' } }),
        serveFile({ content: other }),
      ),
      other,
    ],
    [
      'the server sends something else than the rest',
      inTurn(
        (_, response) =>
          void response.writeHead(206, { 'content-range': 'bytes 5-299999/300000' }).end(content.subarray(5)),
        serveFile({ content }),
      ),
      content,
    ],
    [
      'there is nothing beyond what has arrived',
      inTurn(answerText('', { status: 416 }), serveFile({ content: other })),
      other,
    ],
  ])('begins anew where %s', async (_, answer, expected) => {
    const { pull, server, target } = await interrupted()
    server.answerWith(answer)
    expect((await pull()).files[0]).toMatchObject({ fetched: 300_000, sha256: sha256Of(expected) })
    expect(readFileSync(target).equals(expected)).toBe(true)
  })

  it('closes an answer that says that nothing is there, before it begins anew', async () => {
    const { pull, server } = await interrupted()
    const refusing: Answer = (_, response) =>
      void response.writeHead(416, { 'content-length': '1000000' }).write('nothing ')
    server.answerWith(inTurn(refusing, serveFile({ content })))
    await pull(sha256Of(content))
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is not built upon when its record is gone, or of another address', async () => {
    const { pull, server, target, rangesAsked } = await interrupted()
    writeFileSync(`${target}.part.json`, '{"address": "https://a.example/x.gguf", "etag": "\\"1\\""}')
    server.answerWith(serveFile({ content }))
    await pull(sha256Of(content))
    expect(rangesAsked()).toEqual([undefined, undefined])
  })

  it('that was whole but for its name needs no request', async () => {
    const { pull, server, target, source } = await workbench(silence())
    const address = source().files[0]?.url.href
    await expect(pull(undefined, hurried())).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' })
    writeFileSync(`${target}.part`, content)
    writeFileSync(
      `${target}.part.json`,
      JSON.stringify({ address, etag: '"1"', bytes: 300_000, checksum: null }),
    )
    expect((await pull(sha256Of(content))).files[0]).toMatchObject({ fetched: 0, checkedAgainst: 'given' })
    expect(server.requests).toHaveLength(1)
  })

  it('by Ctrl-C ends as such and keeps what has arrived', async () => {
    const stop = new AbortController()
    const stalling = serveFile({ content, ends: { after: 50_000 } })
    const { pull, partBytes, server } = await workbench(stalling)
    const network = { fetch: globalThis.fetch, deadlines: patient, signal: stop.signal }
    const onProgress = ({ arrived }: { arrived: number }) => {
      if (arrived === 50_000) stop.abort(new DOMException('interrupted', 'AbortError'))
    }
    await expect(pull(undefined, { network, onProgress })).rejects.toMatchObject({ name: 'AbortError' })
    expect(partBytes()).toBe(50_000)
    await expect.poll(() => server.underWay()).toBe(0)
  })
})
