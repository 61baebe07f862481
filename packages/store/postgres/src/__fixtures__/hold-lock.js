// Takes the lock of a store and holds it until it is killed. Arguments: URL, schema.
import { openPostgresStore } from '@recallite/store-postgres'

const [url = '', schema = ''] = process.argv.slice(2)
const store = await openPostgresStore({ url, schema })
await store.maintenance.lock()
process.stdout.write('held\n')
setInterval(() => undefined, 1000)
