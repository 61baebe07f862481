/*
 * `pnpm release:rehearse`: publishes all packages to a local registry, then installs and uses each separately;
 * `pnpm release:rehearse recallite core`: only these.
 * Exit status: 0 all can be released, 1 something failed, 2 invalid arguments.
 */
import { Console } from 'node:console'
import { fileURLToPath } from 'node:url'
import { readTypeScript } from './src/read-typescript.ts'

readTypeScript()
const { publishedPackages } = await import('@recallite/checks/workspace')
const { rehearse } = await import('./src/rehearsal.ts')
const { Failure } = await import('./src/run.ts')

const repository = fileURLToPath(new URL('../../', import.meta.url))
process.exitCode = await main(process.argv.slice(2))

/** @param {readonly string[]} words */
async function main(words) {
  const names = publishedPackages().map(({ manifest }) => manifest.name)
  const chosen = words.map((word) => names.find((name) => name.replace('@recallite/', '') === word) ?? word)
  const unknown = chosen.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    say(`There is no package ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`)
    return 2
  }
  try {
    const rows = await rehearse({ repository, chosen, say })
    new Console(process.stdout).table(
      rows.map(({ name, installed, exampleSeconds }) => ({
        package: name,
        'MB installed': installed?.megabytes.toFixed(1) ?? 'failed',
        packages: installed?.packages,
        's to install': installed?.seconds.toFixed(1),
        's of the example': exampleSeconds?.toFixed(1) ?? 'failed',
      })),
    )
    const failures = rows.filter(({ failure }) => failure !== undefined)
    for (const { name, failure } of failures) say(`\n${name} cannot be released. ${failure}`)
    return failures.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    say(error.message)
    return 1
  }
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}
