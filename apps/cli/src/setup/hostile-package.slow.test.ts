import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startServer, temporaryFolder, type Answer } from '@recallite/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { installProvider } from './install-provider.js'

interface Entry {
  readonly name: string
  readonly text?: string
  /** The target of a link; type '1' is a hard link, '2' a symbolic one. */
  readonly link?: readonly [type: '1' | '2', to: string]
}

/** A ustar archive, packed. */
function pack(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, text = '', link: [type, to] = ['0', ''] }) => {
    const head = Buffer.alloc(512)
    const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
    const fields = [
      name.padEnd(100, '\0'),
      octal(0o644, 7),
      octal(0, 7),
      octal(0, 7),
      octal(text.length, 11),
      octal(0, 11),
    ]
    head.write(`${fields.join('')}        ${type}${to.padEnd(100, '\0')}ustar\u000000`, 'latin1')
    head.write(
      octal(
        head.reduce((sum, byte) => sum + byte, 0),
        6,
      ),
      148,
      'latin1',
    )
    return [head, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

const manifest = { name: 'provider', version: '1.0.0', scripts: { install: 'touch ../../ran' } }

const own = { name: 'package/package.json', text: JSON.stringify(manifest) }

/** A registry with one package. */
function registry(archive: Buffer, integrity: string): Answer {
  return ({ path, headers }, response) => {
    if (path.endsWith('.tgz')) return void response.end(archive)
    const dist = { tarball: `http://${headers.host}/provider.tgz`, integrity }
    const versions = { '1.0.0': { ...manifest, hasInstallScript: true, dist } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'provider', 'dist-tags': { latest: '1.0.0' }, versions }))
  }
}

const sumOf = (bytes: Buffer | string) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

async function install(archive: Buffer, integrity = sumOf(archive)) {
  const around = temporaryFolder()
  const folder = join(around, 'providers')
  writeFileSync(join(around, 'secret'), 'the sentence of the user')
  const { url } = await startServer(registry(archive, integrity))
  vi.stubEnv('npm_config_registry', url)
  vi.stubEnv('npm_config_fetch_retries', '0')
  vi.stubEnv('npm_config_cache', join(temporaryFolder(), 'cache'))
  const plan = { packageName: 'provider', packageRange: '1.0.0' } as Parameters<typeof installProvider>[0]
  const installed = await installProvider(plan, folder, AbortSignal.timeout(60_000)).catch(
    (error: unknown) => error,
  )
  const content = join(folder, 'node_modules', 'provider')
  const files = existsSync(content) ? readdirSync(content).toSorted() : []
  return {
    around: readdirSync(around).toSorted(),
    links: files.filter((name) => lstatSync(join(content, name)).isSymbolicLink()),
    files,
    installed,
  }
}

describe('a package from a registry', { timeout: 60_000 }, () => {
  it('runs no scripts, creates no links, and writes nothing outside its folder', async () => {
    const hostile: Entry[] = [
      { name: 'package/symbolic', link: ['2', '../../../secret'] },
      { name: 'package/hard', link: ['1', '../../../secret'] },
      { name: 'package/symbolic/written', text: 'through a link' },
      { name: 'package/../../../escaped', text: 'outside' },
      { name: '/package/absolute', text: 'outside' },
    ]
    const found = await install(pack([own, ...hostile]))
    expect(found.installed).toMatchObject({ version: '1.0.0' })
    expect([found.around, found.links]).toEqual([['providers', 'secret'], []])
    expect(found.files).toContain('package.json')
    expect(found.files).not.toContain('hard')
  })

  it('is refused if its bytes do not match the checksum', async () => {
    const { installed, files } = await install(pack([own]), sumOf('other bytes'))
    expect(installed).toMatchObject({
      code: 'PROVIDER_NOT_INSTALLED',
      message: expect.stringContaining('integrity'),
    })
    expect(files).toEqual([])
  })

  it('is refused if it is not an archive', async () => {
    const { installed, files } = await install(Buffer.from('<html>not found</html>'))
    expect(installed).toMatchObject({ code: 'PROVIDER_NOT_INSTALLED' })
    expect(files).toEqual([])
  })
})
