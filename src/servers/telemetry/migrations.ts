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
    {
      // Partitions the table by UTC day, so that old events can be deleted by dropping a table. `event-days.ts` creates the tables of the days. The
      // existing table may be large, so it isn't copied. It becomes the partition for all events until the end of this day.
      number: 2,
      statements: [
        'lock table telemetry_events in access exclusive mode',
        'create sequence telemetry_events_numbers',
        "select setval('telemetry_events_numbers', coalesce(max(number), 0) + 1, false) from telemetry_events",
        'alter table telemetry_events rename to telemetry_events_former',
        'alter table telemetry_events_former alter number drop identity',
        `create table telemetry_events (
          number bigint not null default nextval('telemetry_events_numbers'),
          project text not null,
          id uuid not null,
          received_at timestamptz not null,
          sent_at timestamptz not null,
          kind text not null,
          name text not null,
          url text not null,
          domain text not null,
          sdk text not null,
          properties text not null
        ) partition by range (received_at)`,
        'alter sequence telemetry_events_numbers owned by telemetry_events.number',
        // A process with a wrong clock may have stored events with a later time. Such events don't fit into this partition, so
        // set their time to now.
        `do $$
        declare
          midnight timestamptz := (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC';
          former text := 'telemetry_events_before_' || to_char(midnight at time zone 'UTC', 'YYYYMMDD');
        begin
          if not exists (select from telemetry_events_former) then
            drop table telemetry_events_former;
            return;
          end if;
          update telemetry_events_former set received_at = now() where received_at >= midnight;
          execute format('alter table telemetry_events_former rename to %I', former);
          execute format('alter table telemetry_events attach partition %I for values from (minvalue) to (%L)', former, midnight);
        end $$`,
      ],
    },
  ],
}
