import type { MigrateOptions } from '../database/migrate.ts'

/** The tables of the telemetry service. Don't change a published migration; add a new one. */
export const telemetryMigrations: MigrateOptions = {
  name: 'telemetry',
  migrations: [
    {
      number: 1,
      statements: [
        // "properties" is JSON stored as text, because jsonb rejects unpaired surrogates.
        `create table telemetry_events (
          number bigint generated always as identity primary key,
          project text not null,
          id uuid not null,
          received_at timestamptz not null,
          sent_at timestamptz not null,
          kind text not null,
          name text not null,
          url text not null,
          domain text not null,
          sdk text not null,
          properties text not null,
          unique (project, id)
        )`,
        'create index telemetry_events_received on telemetry_events (received_at)',
        'create index telemetry_events_name on telemetry_events (name, received_at)',
      ],
    },
  ],
}
