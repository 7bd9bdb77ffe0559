import type { MigrateOptions } from '../../database/migrate.ts'

/** The tables of the service. Don't change a published migration; add a new one. */
export const walletMigrations: MigrateOptions = {
  name: 'wallet_service',
  migrations: [
    {
      number: 1,
      statements: [
        `create table wallet_service_users (
          id uuid primary key,
          email text unique,
          created_at timestamptz not null
        )`,

        // The devices that have logged in to a user's account. A device is identified by its key's thumbprint (RFC 7638).
        `create table wallet_service_devices (
          user_id uuid not null references wallet_service_users on delete cascade,
          device text not null,
          known_at timestamptz not null,
          primary key (user_id, device)
        )`,

        // Logins by email. The code is stored only as a keyed hash, and the token of the link only as a hash.
        `create table wallet_service_logins (
          id uuid primary key,
          email text not null,
          device text not null,
          site text,
          network text not null,
          link_hash text unique,
          approved_at timestamptz,
          code_hash text,
          tries integer not null default 0,
          ends_at timestamptz not null,
          done_at timestamptz
        )`,
        'create index wallet_service_logins_ends on wallet_service_logins (ends_at)',

        // Tokens are stored as SHA-256 hashes only.
        `create table wallet_service_sessions (
          id uuid primary key,
          user_id uuid not null references wallet_service_users on delete cascade,
          device text not null,
          access_hash text not null unique,
          access_ends_at timestamptz not null,
          refresh_hash text not null,
          previous_hash text,
          rotated_at timestamptz not null,
          ends_at timestamptz not null
        )`,
        'create index wallet_service_sessions_ends on wallet_service_sessions (ends_at)',

        // "share" is encrypted by `seal.ts`.
        `create table wallet_service_wallets (
          user_id uuid primary key references wallet_service_users on delete cascade,
          version integer not null,
          eip155 text not null,
          solana text not null,
          share text not null,
          split_at timestamptz not null
        )`,

        `create table wallet_service_email_updates (
          id uuid primary key,
          user_id uuid not null unique references wallet_service_users on delete cascade,
          device text not null,
          email text not null,
          step text not null,
          code_hash text not null,
          tries integer not null default 0,
          ends_at timestamptz not null
        )`,

        // The time of the last mail to a recipient, and the number of mails on that day. "recipient" is a hash: see `Recipient`
        // in `mail-sender.ts`.
        `create table wallet_service_mailings (
          recipient text primary key,
          mailed_at timestamptz not null,
          day_began_at timestamptz not null,
          count integer not null
        )`,
        'create index wallet_service_mailings_mailed on wallet_service_mailings (mailed_at)',

        // The device proofs that were used. Each proof is accepted only once.
        `create table wallet_service_proofs (
          hash text primary key,
          ends_at timestamptz not null
        )`,
        'create index wallet_service_proofs_ends on wallet_service_proofs (ends_at)',

        // Entries stay after users and devices are deleted. They name users and devices only by ids.
        `create table wallet_service_audit (
          id bigint generated always as identity primary key,
          at timestamptz not null,
          what text not null,
          user_id uuid,
          device text,
          network text not null
        )`,
        'create index wallet_service_audit_at on wallet_service_audit (at)',
        'create index wallet_service_audit_user on wallet_service_audit (user_id)',

        // "mark" is a keyed hash. With it, the service detects at its start that the key belongs to another database.
        `create table wallet_service_key (
          id boolean primary key check (id),
          mark text not null
        )`,
      ],
    },
    {
      number: 2,
      statements: [
        // Logins at a social provider. A row contains a hash of the state. The verifier and the nonce are derived from the state.
        `create table wallet_service_social_logins (
          state_hash text primary key,
          provider text not null,
          device text not null,
          site text not null,
          ends_at timestamptz not null
        )`,
        'create index wallet_service_social_logins_ends on wallet_service_social_logins (ends_at)',

        // Identities at providers. They are stored as keyed hashes, because the service needn't read them.
        `create table wallet_service_identities (
          hash text primary key,
          user_id uuid not null unique references wallet_service_users on delete cascade,
          provider text not null,
          name text
        )`,

        // Logins with Farcaster. The nonce of the message is derived from the id.
        `create table wallet_service_farcaster_logins (
          id uuid primary key,
          channel_hash text not null unique,
          device text not null,
          site text not null,
          ends_at timestamptz not null
        )`,
        'create index wallet_service_farcaster_logins_ends on wallet_service_farcaster_logins (ends_at)',
        // "sealed" is the visitor's share, encrypted with the passkey.
        `create table wallet_service_passkeys (
          user_id uuid not null references wallet_service_users on delete cascade,
          id text not null,
          version integer not null,
          sealed text not null,
          made_at timestamptz not null,
          primary key (user_id, id)
        )`,
      ],
    },
    {
      number: 3,
      statements: [
        // When the visitor logged in. A session of an earlier version gets a time long ago.
        `alter table wallet_service_sessions add column logged_in_at timestamptz not null default to_timestamp(0)`,

        // The name of the device, and the page that sent the request. Mails contain them.
        'alter table wallet_service_logins add column device_name text',
        'alter table wallet_service_email_updates add column site text',

        // "browser_hash" is the hash of a cookie in the browser that opened the provider's page. "answer_hash" is the hash of the answer that this
        // browser returned.
        'alter table wallet_service_social_logins add column browser_hash text, add column answer_hash text',

        // "way" isn't used. "ready_at" is when the device can use the key. "told_at": the visitor has seen the notices about
        // devices that were added before this time.
        `alter table wallet_service_devices add column name text, add column site text, add column way text,
          add column removal_hash text unique, add column ready_at timestamptz, add column told_at timestamptz`,
        'update wallet_service_devices set told_at = now()',

        // The previous address. It gets mails about new devices too, for a while.
        `alter table wallet_service_users add column former_email text, add column former_ends_at timestamptz`,

        // The public key with which a passkey confirms a new device.
        'alter table wallet_service_passkeys add column confirm_key text',

        // The encrypted key shares of earlier splits. A split is a set of shares of one key.
        `create table wallet_service_former_shares (
          user_id uuid not null references wallet_service_users on delete cascade,
          version integer not null,
          share text not null,
          ends_at timestamptz not null,
          primary key (user_id, version)
        )`,
        'create index wallet_service_former_shares_ends on wallet_service_former_shares (ends_at)',
        `create table wallet_service_former_passkeys (
          user_id uuid not null references wallet_service_users on delete cascade,
          id text not null,
          version integer not null,
          sealed text not null,
          ends_at timestamptz not null,
          primary key (user_id, id, version)
        )`,
        'create index wallet_service_former_passkeys_ends on wallet_service_former_passkeys (ends_at)',
      ],
    },
    {
      number: 4,
      statements: [
        // The name of the device. The page after the provider's redirect shows it.
        'alter table wallet_service_social_logins add column device_name text',
      ],
    },
    {
      number: 5,
      statements: [
        // The public key with which a passkey confirms devices. It is needed if an earlier split (set of key shares) is restored.
        'alter table wallet_service_former_passkeys add column confirm_key text',
      ],
    },
    {
      number: 6,
      statements: [
        // The device that stored the passkey. The notices about the passkey on other devices name this device.
        'alter table wallet_service_passkeys add column device text, add column device_name text',
        // The visitor has seen the notices about passkeys that were added before this time.
        'alter table wallet_service_devices add column passkeys_told_at timestamptz',
        'update wallet_service_devices set passkeys_told_at = now()',
      ],
    },
    {
      number: 7,
      statements: [
        // The previous addresses. They get mails about new devices too, for a while. The columns "former_email" and
        // "former_ends_at" of migration 3 aren't used.
        `create table wallet_service_former_addresses (
          user_id uuid not null references wallet_service_users on delete cascade,
          email text not null,
          ends_at timestamptz not null,
          primary key (user_id, email)
        )`,
        'create index wallet_service_former_addresses_ends on wallet_service_former_addresses (ends_at)',
        `insert into wallet_service_former_addresses (user_id, email, ends_at)
        select id, former_email, former_ends_at from wallet_service_users
        where former_email is not null and former_ends_at is not null`,
        'update wallet_service_users set former_email = null, former_ends_at = null where former_email is not null',
      ],
    },
  ],
}
