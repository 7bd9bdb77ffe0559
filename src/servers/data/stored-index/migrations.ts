import type { MigrateOptions } from '../../database/migrate.ts'

/** The tables of the history index. Don't change a published migration; add a new one. */
export const historyMigrations: MigrateOptions = {
  name: 'history',
  migrations: [
    {
      number: 1,
      statements: [
        // Each write changes "version". A write based on an older version is refused.
        `create table history_networks (
          id integer generated always as identity primary key,
          network text not null unique,
          first_block bigint not null,
          next_block bigint not null,
          head bigint,
          caught_up boolean not null default false,
          version bigint not null default 0,
          looked_at timestamptz
        )`,
        `create table history_blocks (
          network integer not null,
          number bigint not null,
          hash text not null,
          primary key (network, number)
        )`,
        // "details" is JSON in a format of the family.
        `create table history_transactions (
          network integer not null,
          block bigint not null,
          place integer not null,
          details text not null,
          primary key (network, block, place)
        )`,
        `create table history_accounts (
          network integer not null,
          account text not null,
          seconds bigint not null,
          block bigint not null,
          place integer not null,
          primary key (network, account, seconds, block, place)
        )`,
        'create index history_accounts_block on history_accounts (network, block)',
        // "block" is the first block in which the account received or sent the token.
        `create table history_tokens (
          network integer not null,
          account text not null,
          token text not null,
          block bigint not null,
          primary key (network, account, token)
        )`,
        'create index history_tokens_block on history_tokens (network, block)',
      ],
    },
  ],
}
