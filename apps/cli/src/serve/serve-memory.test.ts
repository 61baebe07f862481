import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findProgram } from './resident.js'
import { readEndpoint } from './endpoint.js'
import { makeServeFolder, residentFiles, writeEndpoint, type ResidentFiles } from './resident-files.js'
import type { Service } from './answer-route.js'
import { listen } from './serve-memory.js'

function filesOfMemory(): ResidentFiles {
  const home = temporaryFolder()
  writeFileSync(join(home, 'main.sqlite'), '')
  const files = residentFiles(home, join(home, 'main.sqlite'))
  if (!files) throw new Error('There is a database.')
  makeServeFolder(files.folder)
  return files
}

async function startProgram(files = filesOfMemory()) {
  const identity = { pid: 7, version: '1', database: 'd', fingerprint: 'f', since: '' }
  const { port, close } = await listen({ ports: [0], token: 'kept', files }, (at) => {
    return { program: { ...identity, port: at }, onFailure: () => undefined } as unknown as Service
  })
  onTestFinished(close)
  const endpoint = readEndpoint(files.endpoint)
  const ask = async (path: string, token: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return [answer.status, answer.headers.get('recallite-proof'), await answer.text()]
  }
  return { files, endpoint, ask, close, program: { ...identity, port } }
}

describe('a resident program', () => {
  it('is not found by a file without an endpoint, which no message quotes', async () => {
    const { files, close } = await startProgram()
    await close()
    writeFileSync(files.endpoint, 'secretword: x')
    expect(await findProgram(files)).toEqual({ reason: 'its endpoint or its answer is not JSON' })
  })

  it('is found by its endpoint file, which it removes when it ends', async () => {
    const { files, program, close } = await startProgram()
    expect(await findProgram(files)).toEqual({ program })
    await close()
    expect([existsSync(files.endpoint), await findProgram(files)]).toEqual([false, { reason: undefined }])
  })

  it('sends its proof only to a program that sends one of its tokens', async () => {
    const { endpoint, ask, program } = await startProgram()
    const health = JSON.stringify({ status: 'ok', program })
    for (const token of ['kept', endpoint.token])
      expect(await ask('/v1/health', token)).toEqual([200, endpoint.proof, health])
    expect(await ask('/v1/health', endpoint.proof)).toEqual([200, null, '{"status":"ok"}'])
    expect(await ask('/v1/status', endpoint.proof)).toEqual([401, null, expect.any(String)])
  })

  it('is not confused with another program at its port', async () => {
    const { files, endpoint, program, close } = await startProgram()
    await close()
    // A killed program leaves its file.
    writeEndpoint(files.endpoint, endpoint)
    expect(await findProgram(files)).toEqual({ reason: undefined })
    const asked: (string | undefined)[] = []
    const other = createServer((heard, response) => {
      asked.push(heard.url)
      response.end(JSON.stringify({ status: 'ok', program }))
    })
    onTestFinished(() => void other.close())
    await once(other.listen(endpoint.port, '127.0.0.1'), 'listening')
    expect([await findProgram(files), asked]).toEqual([{ reason: undefined }, ['/v1/health']])
  })

  it('has new secrets each time', async () => {
    const runs = [await startProgram(), await startProgram()]
    expect(new Set(runs.flatMap(({ endpoint: { token, proof } }) => [token, proof])).size).toBe(4)
  })
})
