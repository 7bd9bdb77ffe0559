import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Database } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { isSame, secretsOf } from '../secrets.ts'
import { walletMigrations } from './migrations.ts'

/**
 * Makes or brings up to date the tables of the service, and compares the key with the one that the database was begun with:
 * with another one no share could be read, and those that came would be lost to the first.
 * @throws For another key.
 */
export async function openWalletStore(database: Database, key: Uint8Array): Promise<void> {
  await migrate(database, walletMigrations)
  const mark = secretsOf(key).keyedHash('key')
  await database.query('insert into wallet_service_key (id, mark) values (true, $1) on conflict do nothing', [
    mark,
  ])
  const [kept] = await database.query<{ mark: string }>('select mark from wallet_service_key')
  if (!kept || !isSame(kept.mark, mark))
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'key', reason: 'it is not the one with which this database was begun' },
    })
}
