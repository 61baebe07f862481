import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { installPackages } from '../__fixtures__/package-folder.js'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { packageDocuments } from './package-documents.js'

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
  it('are the Markdown files, by the name of their package and the path in it', () => {
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

  it('says which packages are not installed, a few by name, and what to do', () => {
    const paths = ['yaml', 'no-a', 'yaml > no-b', 'yaml@2.0.0', 'no-c@1.0.0', 'no-d']
    const failure = failureOf(() => packageDocuments(paths, installed(), place))
    expect(failure).toMatchObject({ name: 'SuiteError', code: 'SUITE_PACKAGE_MISSING', file: 'suite.yaml' })
    expect(String(failure)).toContain('no-a is not installed; yaml > no-b is not installed')
    expect(String(failure)).toContain(' and 2 more. Install them in a node_modules folder')
  })

  it('tells another version from none', () => {
    const failure = failureOf(() => packageDocuments(['@std/toml', 'yaml@2.0.0'], installed(), place))
    expect(failure).toMatchObject({ code: 'SUITE_PACKAGE_VERSION' })
    expect(String(failure)).toContain('yaml is version 2.9.1, not 2.0.0. Install the versions')
  })

  it.each([
    ['../yaml', 'SUITE_MALFORMED', '"../yaml" names no package'],
    ['yaml@2.9.1', 'SUITE_DUPLICATE', 'The package yaml stands twice'],
  ])('refuses %j after "yaml"', (path, code, words) => {
    const failure = failureOf(() => packageDocuments(['yaml', path], installed(), place))
    expect(failure).toMatchObject({ code, file: 'suite.yaml' })
    expect(String(failure)).toContain(words)
  })

  it('finds packages from where the suite is, not from where the program runs', () => {
    const folder = installed()
    writeFiles({ 'suites/deep/suite.yaml': 'name: x\n' }, folder)
    expect(packageDocuments(['@std/toml'], join(folder, 'suites/deep'), place).size).toBe(1)
    expect(failureOf(() => packageDocuments(['@std/toml'], temporaryFolder(), place))).toMatchObject({
      code: 'SUITE_PACKAGE_MISSING',
    })
  })
})
