// Copies a store to another file until it is killed. Arguments: from, to. Says after each step how many are done.
import { copyStore } from '@recallite/store/copy'
import { openSqliteStore } from '../../dist/index.js'

const [fromPath, toPath] = process.argv.slice(2)
const [from, to] = [await openSqliteStore({ path: fromPath }), await openSqliteStore({ path: toPath })]
process.stdout.write('begun\n')
await copyStore(from, to, { onProgress: ({ done }) => process.stdout.write(`${done}\n`) })
process.stdout.write('done\n')
