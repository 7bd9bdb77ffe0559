import type { MigrateOptions } from '../../database/migrate.ts'

/** Every table of the service. What was published is never changed: later changes are migrations of their own. */
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

        // Devices that have logged in to a user's account, by the thumbprint of their key (RFC 7638).
        `create table wallet_service_devices (
          user_id uuid not null references wallet_service_users on delete cascade,
          device text not null,
          known_at timestamptz not null,
          primary key (user_id, device)
        )`,

        // A login by email under way. Of the code and of the link's token the database knows a keyed hash alone.
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

        // Of each token the database knows the SHA-256 alone.
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

        // "share" is sealed: see seal.ts.
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

        // When a code was last mailed, and how many this day: by a hash of the address, so that strangers leave no list of them.
        `create table wallet_service_mailings (
          recipient text primary key,
          mailed_at timestamptz not null,
          day_began_at timestamptz not null,
          count integer not null
        )`,
        'create index wallet_service_mailings_mailed on wallet_service_mailings (mailed_at)',

        // Proofs of devices that were used.
        `create table wallet_service_proofs (
          hash text primary key,
          ends_at timestamptz not null
        )`,
        'create index wallet_service_proofs_ends on wallet_service_proofs (ends_at)',

        // Outlives users and devices, of which it has no more than the ids.
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

        // By which a service knows that its key is the one of this database.
        `create table wallet_service_key (
          id boolean primary key check (id),
          mark text not null
        )`,
      ],
    },
    {
      number: 2,
      statements: [
        // A login at a social provider under way. Verifier and nonce are computed of the state, of which this is a hash.
        `create table wallet_service_social_logins (
          state_hash text primary key,
          provider text not null,
          device text not null,
          site text not null,
          ends_at timestamptz not null
        )`,
        'create index wallet_service_social_logins_ends on wallet_service_social_logins (ends_at)',

        // Who a user is at a provider: a keyed hash, since nobody has to read it.
        `create table wallet_service_identities (
          hash text primary key,
          user_id uuid not null unique references wallet_service_users on delete cascade,
          provider text not null,
          name text
        )`,

        // A login by Farcaster under way. The nonce of the message is computed of the id.
        `create table wallet_service_farcaster_logins (
          id uuid primary key,
          channel_hash text not null unique,
          device text not null,
          site text not null,
          ends_at timestamptz not null
        )`,
        'create index wallet_service_farcaster_logins_ends on wallet_service_farcaster_logins (ends_at)',
        // "sealed" is the visitor's share, which only the passkey opens.
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
  ],
}
