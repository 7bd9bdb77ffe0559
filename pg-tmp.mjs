import { PGlite } from '@electric-sql/pglite'
const cpu = () => { const u = process.cpuUsage(); return Math.round((u.user + u.system) / 1000) }
let c = cpu(), t = Date.now()
const step = (n) => { console.log(n, 'cpu', cpu() - c, 'wall', Date.now() - t); c = cpu(); t = Date.now() }
step('import')
const a = await PGlite.create(); step('create 1')
const b = await PGlite.create(); step('create 2')
const dump = await a.dumpDataDir('none'); step('dump'); console.log(dump.size, dump.name)
const d = await PGlite.create({ loadDataDir: dump }); step('load 1')
const e = await PGlite.create({ loadDataDir: dump }); step('load 2')
console.log((await e.query('select 1 as one, version()')).rows)
const gz = await a.dumpDataDir('gzip'); step('dump gz'); console.log(gz.size)
const f = await PGlite.create({ loadDataDir: gz }); step('load gz')
