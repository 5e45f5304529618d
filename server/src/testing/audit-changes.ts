/** Possible manipulations at a position of the chain, and which position, or row without one, a check must report first. */
type Change = (at: { position: number; event_id: number }) => {
  statements: [string, ...unknown[]][];
  kind?: string;
};
export const CHANGES: Record<string, Change> = {
  'a changed text': ({ event_id }) => ({
    statements: [['update audit_events set new_value = $2 where id = $1', event_id, '"other"']],
    kind: 'changed',
  }),
  'a changed moment': ({ event_id }) => ({
    statements: [[`update audit_events set at = at + interval '1 microsecond' where id = $1`, event_id]],
    kind: 'changed',
  }),
  'a null that was none': ({ event_id }) => ({
    statements: [[`update audit_events set address = '' where id = $1`, event_id]],
    kind: 'changed',
  }),
  'another agent': ({ event_id }) => ({
    statements: [['update audit_events set actor_id = 2 where id = $1', event_id]],
    kind: 'changed',
  }),
  'a removed row': ({ event_id }) => ({
    statements: [['delete from audit_events where id = $1', event_id]],
    kind: 'missing',
  }),
  'a removed link': ({ position }) => ({
    statements: [['delete from audit_links where position = $1', position]],
    kind: 'missing',
  }),
  'a removed row with its link': ({ position, event_id }) => ({
    statements: [
      ['delete from audit_events where id = $1', event_id],
      ['delete from audit_links where position = $1', position],
    ],
    kind: 'missing',
  }),
  'a removed row with its link, and the places behind it moved up': ({ position, event_id }) => ({
    statements: [
      ['delete from audit_events where id = $1', event_id],
      ['delete from audit_links where position = $1', position],
      ['update audit_links set position = -position where position > $1', position],
      ['update audit_links set position = -position - 1 where position < 0'],
    ],
  }),
  'a changed hash': ({ position }) => ({
    statements: [[`update audit_links set hash = sha256('x') where position = $1`, position]],
    kind: 'link',
  }),
  'another encoding': ({ position }) => ({
    statements: [['update audit_links set version = 9 where position = $1', position]],
    kind: 'link',
  }),
};
