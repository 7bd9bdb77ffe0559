import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Database } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { isSame, secretsOf } from '../secrets.ts'
import { walletMigrations } from './migrations.ts'

/**
 * Migrates the service's tables, and checks that the key belongs to this database. With a wrong key, the service couldn't decrypt
 * the stored key shares, and would encrypt new ones with the wrong key.
 * @throws When the key belongs to another database.
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
      values: { field: 'key', reason: "it isn't the key with which this database was created" },
    })
}
