import { readdirSync } from 'node:fs'
import { answerText, redirectTo, reset, silence, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { serveFile, sha256Of } from './__fixtures__/model-server.js'
import { content, failure, hurried, interrupted, other, workbench } from './__fixtures__/workbench.js'

describe('a network that fails', () => {
  it('is given up when nothing answers', async () => {
    const { pull, server } = await workbench(silence())
    await expect(pull(undefined, hurried())).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'sent nothing for 0.15 s'),
    )
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is given up when no more comes; what has arrived is kept', async () => {
    const { pull, server, partBytes } = await workbench(serveFile({ content, ends: { after: 50_000 } }))
    await expect(pull(undefined, hurried())).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'sent nothing for 0.15 s'),
    )
    expect(partBytes()).toBe(50_000)
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is told by its reason', async () => {
    const { pull, server } = await workbench(reset())
    await expect(pull()).rejects.toEqual(failure('MODEL_DOWNLOAD_FAILED', 'the connection was cut'))
    await server.stop()
    await expect(pull()).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'nothing answers there (ECONNREFUSED)'),
    )
  })
})

describe('a server that does not give the file', () => {
  it.each([
    [404, 'MODEL_UNAVAILABLE', 'There is no'],
    [401, 'MODEL_UNAVAILABLE', 'not give'],
    [403, 'MODEL_UNAVAILABLE', '--model FILE.gguf'],
    [418, 'MODEL_UNAVAILABLE', 'answers 418'],
    [206, 'MODEL_UNAVAILABLE', 'answers 206'],
    [429, 'MODEL_DOWNLOAD_FAILED', 'Try again later'],
    [503, 'MODEL_DOWNLOAD_FAILED', 'Try again later'],
  ])('but %i', async (status, code, words) => {
    const { pull, folder } = await workbench(answerText('{}', { status }))
    await expect(pull()).rejects.toEqual(failure(code, words))
    expect(readdirSync(folder)).toEqual([])
  })

  it('but a web page: what had arrived before is kept', async () => {
    const { pull, server, partBytes } = await interrupted()
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    server.answerWith(answerText('<html>Log in</html>', { headers }))
    await expect(pull()).rejects.toEqual(failure('MODEL_FILE_INVALID', 'is a web page'))
    expect(partBytes()).toBe(120_000)
  })

  it('but something that is not GGUF, which is given up at its beginning', async () => {
    const page = Buffer.concat([Buffer.from('<html>'), content])
    const { pull, folder, server } = await workbench(serveFile({ content: page, ends: { after: 5_000 } }))
    await expect(pull()).rejects.toEqual(failure('MODEL_FILE_INVALID', 'not a GGUF file'))
    expect(readdirSync(folder)).toEqual([])
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('but three bytes', async () => {
    const { pull, folder } = await workbench(serveFile({ content: Buffer.from('GGU') }))
    await expect(pull()).rejects.toEqual(failure('MODEL_FILE_INVALID', 'not a GGUF file'))
    expect(readdirSync(folder)).toEqual([])
  })

  it('but one with the wrong checksum: the part is removed, so that the next pull begins anew', async () => {
    const { pull, server, folder } = await workbench(serveFile({ content: other }))
    await expect(pull(sha256Of(content))).rejects.toEqual(
      failure('MODEL_CHECKSUM_WRONG', `--sha256 asks for ${sha256Of(content)}`),
    )
    expect(readdirSync(folder)).toEqual([])
    server.answerWith(serveFile({ content }))
    expect((await pull(sha256Of(content))).files[0]?.fetched).toBe(300_000)
  })

  it('but one of another size than is known', async () => {
    const { pullSource, source, folder } = await workbench(serveFile({ content }))
    const [file] = source().files
    const known = { ...source(), files: file ? [{ ...file, bytes: 299_999 }] : [] }
    await expect(pullSource(known)).rejects.toEqual(failure('MODEL_FILE_INVALID', 'has 300000 bytes'))
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    [300_001, 'MODEL_DOWNLOAD_FAILED', 'stopped after 300000 of 300001'],
    [299_999, 'MODEL_FILE_INVALID', 'more than the 299999 bytes'],
  ])('but without a length another number of bytes than %i', async (bytes, code, words) => {
    const { pullSource, source } = await workbench((_, response) => {
      response.writeHead(200).write(content.subarray(0, 1_000))
      response.end(content.subarray(1_000))
    })
    const [file] = source().files
    const known = { ...source(), files: file ? [{ ...file, bytes }] : [] }
    await expect(pullSource(known)).rejects.toEqual(failure(code, words))
  })
})

describe('redirects', () => {
  it('are followed, also to another server', async () => {
    const cdn = await startServer(serveFile({ content }))
    const { pull } = await workbench(redirectTo(`${cdn.url}/elsewhere?signature=1`, 302))
    expect((await pull()).files[0]?.bytes).toBe(300_000)
  })

  it('without an end are given up', async () => {
    const { pull, server } = await workbench(redirectTo('/x.gguf', 302))
    await expect(pull()).rejects.toEqual(failure('MODEL_REDIRECT_REFUSED', 'more than 5 times'))
    expect(server.requests).toHaveLength(6)
  })

  it.each(['http://models.example/x.gguf', 'file:///etc/hostname'])('to %s are refused', async (location) => {
    const { pull, folder } = await workbench(redirectTo(location, 302))
    await expect(pull()).rejects.toEqual(failure('MODEL_REDIRECT_REFUSED', 'not followed'))
    expect(readdirSync(folder)).toEqual([])
  })
})
