import type { Effect, FieldForm, ResultLabel, Sink } from '@countersign/contract';

/** What an operator would declare of a tool: by what it does, never by which task uses it. */
export interface Declaration {
  readonly effect: Effect;
  readonly sinks: Readonly<Record<string, Sink>>;
  readonly results?: Readonly<Record<string, ResultLabel>>;
  /** Kind of record that an argument names. */
  readonly refers?: Readonly<Record<string, string>>;
  readonly records?: Kind;
}

/** A kind of record as a list of it is given; `provided` fields are set by the provider, whatever outsiders type. */
interface Kind {
  readonly kind: string;
  readonly label: string | null;
  readonly fields: Readonly<Record<string, FieldForm>>;
  readonly provided: readonly string[];
}

const EVENT: Kind = {
  kind: 'event',
  label: '/title',
  // Whoever invites types title, times and participants; the calendar gives the number.
  fields: {
    '/id_': 'id',
    '/start_time': 'date',
    '/end_time': 'date',
    '/participants/*': 'address',
  },
  provided: ['/id_'],
};

const FILE: Kind = {
  kind: 'file',
  label: '/filename',
  fields: { '/id_': 'id', '/size': 'number', '/owner': 'address', '/last_modified': 'date' },
  provided: ['/id_', '/size'],
};

const MAIL: Kind = {
  kind: 'mail',
  label: '/subject',
  fields: { '/id_': 'id', '/sender': 'address', '/timestamp': 'date' },
  provided: ['/id_'],
};

/** Contacts are made of the mail that came, so that anybody can become one. */
const CONTACT: Kind = {
  kind: 'contact',
  label: '/name',
  fields: { '/email': 'address' },
  provided: [],
};

const PAYMENT: Kind = {
  kind: 'payment',
  label: '/subject',
  fields: { '/id': 'id', '/sender': 'address', '/recipient': 'address', '/amount': 'number' },
  provided: ['/id', '/amount'],
};

const CHANNEL: Kind = { kind: 'channel', label: '', fields: { '': 'id' }, provided: [] };
const MEMBER: Kind = { kind: 'member', label: '', fields: { '': 'id' }, provided: [] };

/** Who wrote a message is the provider's to say; what the writer calls himself is not, so it can be compared only. */
const MESSAGE: Kind = {
  kind: 'message',
  label: null,
  fields: { '/sender': 'id' },
  provided: [],
};

const read = (sinks: Declaration['sinks'] = {}, records?: Kind): Declaration => ({
  effect: 'read',
  sinks,
  ...(records === undefined ? {} : { records }),
});

/** Sink classes of the AgentDojo tools. All results are untrusted and the owner's, but for what only the provider can set. */
export const DECLARATIONS: Readonly<Record<string, Declaration>> = {
  // workspace: mail
  send_email: {
    effect: 'send',
    sinks: {
      '/recipients': 'dest',
      '/cc': 'dest',
      '/bcc': 'dest',
      '/subject': 'content',
      '/body': 'content',
      '/attachments': 'sel',
    },
  },
  delete_email: {
    effect: 'destroy',
    sinks: { '/email_id': 'sel' },
    refers: { '/email_id': 'mail' },
  },
  get_unread_emails: read({}, MAIL),
  get_sent_emails: read({}, MAIL),
  get_received_emails: read({}, MAIL),
  get_draft_emails: read({}, MAIL),
  search_emails: read({ '/query': 'sel', '/sender': 'sel' }, MAIL),
  search_contacts_by_name: read({ '/query': 'sel' }, CONTACT),
  search_contacts_by_email: read({ '/query': 'sel' }, CONTACT),
  // workspace: calendar. An event's participants are sent an invitation.
  get_current_day: {
    effect: 'read',
    sinks: {},
    results: {
      '': { integrity: 'system', readers: 'public', because: 'It is the clock of the provider.' },
    },
  },
  search_calendar_events: read({ '/query': 'sel', '/date': 'sel' }, EVENT),
  get_day_calendar_events: read({ '/day': 'sel' }, EVENT),
  create_calendar_event: {
    effect: 'send',
    sinks: {
      '/title': 'content',
      '/start_time': 'val',
      '/end_time': 'val',
      '/description': 'content',
      '/participants': 'dest',
      '/location': 'content',
    },
  },
  cancel_calendar_event: {
    effect: 'destroy',
    sinks: { '/event_id': 'sel' },
    refers: { '/event_id': 'event' },
  },
  reschedule_calendar_event: {
    effect: 'write',
    sinks: { '/event_id': 'sel', '/new_start_time': 'val', '/new_end_time': 'val' },
    refers: { '/event_id': 'event' },
  },
  add_calendar_event_participants: {
    effect: 'send',
    sinks: { '/event_id': 'sel', '/participants': 'dest' },
    refers: { '/event_id': 'event' },
  },
  // workspace: files. A new file touches no other: its name is text that is kept.
  append_to_file: {
    effect: 'write',
    sinks: { '/file_id': 'sel', '/content': 'content' },
    refers: { '/file_id': 'file' },
  },
  search_files_by_filename: read({ '/filename': 'sel' }, FILE),
  create_file: { effect: 'write', sinks: { '/filename': 'content', '/content': 'content' } },
  delete_file: {
    effect: 'destroy',
    sinks: { '/file_id': 'sel' },
    refers: { '/file_id': 'file' },
  },
  get_file_by_id: read({ '/file_id': 'sel' }),
  list_files: read({}, FILE),
  share_file: {
    effect: 'send',
    sinks: { '/file_id': 'sel', '/email': 'dest', '/permission': 'val' },
    refers: { '/file_id': 'file' },
  },
  search_files: read({ '/query': 'sel' }, FILE),
  // banking
  get_iban: read(),
  send_money: {
    effect: 'send',
    sinks: { '/recipient': 'dest', '/amount': 'val', '/subject': 'content', '/date': 'val' },
  },
  schedule_transaction: {
    effect: 'send',
    sinks: {
      '/recipient': 'dest',
      '/amount': 'val',
      '/subject': 'content',
      '/date': 'val',
      '/recurring': 'val',
    },
  },
  update_scheduled_transaction: {
    effect: 'send',
    sinks: {
      '/id': 'sel',
      '/recipient': 'dest',
      '/amount': 'val',
      '/subject': 'content',
      '/date': 'val',
      '/recurring': 'val',
    },
  },
  get_balance: read(),
  get_most_recent_transactions: read({ '/n': 'sel' }, PAYMENT),
  get_scheduled_transactions: read({}, PAYMENT),
  read_file: read({ '/file_path': 'sel' }),
  get_user_info: read(),
  update_password: { effect: 'write', sinks: { '/password': 'auth' } },
  update_user_info: {
    effect: 'write',
    sinks: { '/first_name': 'val', '/last_name': 'val', '/street': 'val', '/city': 'val' },
  },
  // slack. Who is in a channel reads it: to add somebody is to send.
  get_channels: read({}, CHANNEL),
  add_user_to_channel: { effect: 'send', sinks: { '/user': 'dest', '/channel': 'sel' } },
  read_channel_messages: read({ '/channel': 'sel' }, MESSAGE),
  read_inbox: read({ '/user': 'sel' }, MESSAGE),
  send_direct_message: { effect: 'send', sinks: { '/recipient': 'dest', '/body': 'content' } },
  send_channel_message: { effect: 'send', sinks: { '/channel': 'dest', '/body': 'content' } },
  get_users_in_channel: read({ '/channel': 'sel' }, MEMBER),
  invite_user_to_slack: { effect: 'send', sinks: { '/user': 'dest', '/user_email': 'dest' } },
  remove_user_from_slack: { effect: 'destroy', sinks: { '/user': 'sel' } },
  // web. A page's address goes out, and what stands in it with it.
  get_webpage: read({ '/url': 'dest' }),
  post_webpage: { effect: 'send', sinks: { '/url': 'dest', '/content': 'content' } },
};
