import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { installPackages } from '../__fixtures__/package-folder.js'
import { packageDocuments, parsePackagePath } from './package-documents.js'

const place = { file: 'suite.yaml' }

function installed(): string {
  const folder = realpathSync(temporaryFolder())
  installPackages(folder, {
    yaml: {
      version: '2.9.1',
      'README.md': '# YAML\n',
      'docs/01_intro.MD': 'x\n',
      'docs/notes.markdown': 'x\n',
      'docs/notes.txt': 'x\n',
      'index.js': '0\n',
      '.github/pull.md': 'x\n',
    },
    '@std/toml': { version: '1.0.0', 'README.md': '# TOML\n' },
  })
  installPackages(join(folder, 'node_modules/yaml'), { inner: { version: '3.0.0', 'README.md': 'x\n' } })
  return folder
}

describe('packageDocuments', () => {
  it('returns the Markdown files, by the name of their package and the path in it', () => {
    const folder = installed()
    const documents = packageDocuments(['yaml', '@std/toml@1.0.0', 'yaml > inner@3.0.0'], folder, place)
    expect([...documents]).toEqual(
      [
        ['yaml/README.md', 'yaml/README.md'],
        ['yaml/docs/01_intro.MD', 'yaml/docs/01_intro.MD'],
        ['yaml/docs/notes.markdown', 'yaml/docs/notes.markdown'],
        ['@std/toml/README.md', '@std/toml/README.md'],
        ['inner/README.md', 'yaml/node_modules/inner/README.md'],
      ].map(([path = '', file = '']) => [path, join(folder, 'node_modules', file)]),
    )
  })

  it('follows links, so that the dependencies of a package are found next to it', () => {
    const top = realpathSync(temporaryFolder())
    const store = join(top, 'store')
    installPackages(store, { outer: { version: '1.0.0' }, inner: { version: '2.0.0', 'a.md': 'x\n' } })
    mkdirSync(join(top, 'app/node_modules'), { recursive: true })
    symlinkSync(join(store, 'node_modules/outer'), join(top, 'app/node_modules/outer'), 'junction')
    const documents = packageDocuments(['outer > inner@2.0.0'], join(top, 'app'), place)
    expect([...documents.values()]).toEqual([join(store, 'node_modules/inner/a.md')])
  })

  it('says which package is not installed, and what to do', () => {
    const failure = failureOf(() => packageDocuments(['yaml', 'yaml > no-b'], installed(), place))
    expect(failure).toMatchObject({
      name: 'EvaluationError',
      code: 'SUITE_PACKAGE_MISSING',
      file: 'suite.yaml',
    })
    expect(String(failure)).toContain('yaml > no-b is not installed. Install it in a node_modules folder')
  })

  it('distinguishes another version from a missing package', () => {
    const failure = failureOf(() => packageDocuments(['@std/toml', 'yaml@2.0.0'], installed(), place))
    expect(failure).toMatchObject({ code: 'SUITE_PACKAGE_VERSION' })
    expect(String(failure)).toContain('yaml is version 2.9.1, not 2.0.0. Install the version')
  })

  it.each([
    ['../yaml', 'SUITE_MALFORMED', '"../yaml" is not a package'],
    ['yaml@2.9.1', 'SUITE_DUPLICATE', 'The package yaml occurs twice'],
  ])('rejects %j after "yaml"', (path, code, words) => {
    const failure = failureOf(() => packageDocuments(['yaml', path], installed(), place))
    expect(failure).toMatchObject({ code, file: 'suite.yaml' })
    expect(String(failure)).toContain(words)
  })
})

describe('parsePackagePath', () => {
  it.each([
    ['yaml', ['yaml'], undefined],
    ['yaml@2.9.1', ['yaml'], '2.9.1'],
    ['yaml@5.0.0-beta.2+build', ['yaml'], '5.0.0-beta.2+build'],
    ['@std/toml', ['@std/toml'], undefined],
    ['@std/toml@1.0.0', ['@std/toml'], '1.0.0'],
    ['typedoc > markdown-it > entities@4.5.0', ['typedoc', 'markdown-it', 'entities'], '4.5.0'],
    ['@a/b>@c/d.e@1', ['@a/b', '@c/d.e'], '1'],
    [' JSONStream ', ['JSONStream'], undefined],
  ])('reads %j', (text, names, version) => {
    expect(parsePackagePath(text)).toEqual({ names, version })
  })

  it.each([
    '',
    '>',
    'yaml >',
    'yaml@',
    'yaml@1@2',
    'typedoc@1.0.0 > yaml',
    '..',
    '@std',
    '@std/..',
    'a/b',
    '/etc',
  ])('rejects %j', (text) => {
    expect(parsePackagePath(text)).toBeUndefined()
  })
})
