import type { Effect, ResultLabel, Sink } from '@countersign/contract';

/** What an operator would declare of a tool: by what it does, never by which task uses it. */
export interface Declaration {
  readonly effect: Effect;
  readonly sinks: Readonly<Record<string, Sink>>;
  readonly results?: Readonly<Record<string, ResultLabel>>;
}

const read = (sinks: Declaration['sinks'] = {}): Declaration => ({ effect: 'read', sinks });

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
  delete_email: { effect: 'destroy', sinks: { '/email_id': 'sel' } },
  get_unread_emails: read(),
  get_sent_emails: read(),
  get_received_emails: read(),
  get_draft_emails: read(),
  search_emails: read({ '/query': 'sel', '/sender': 'sel' }),
  search_contacts_by_name: read({ '/query': 'sel' }),
  search_contacts_by_email: read({ '/query': 'sel' }),
  // workspace: calendar. An event's participants are sent an invitation.
  get_current_day: {
    effect: 'read',
    sinks: {},
    results: {
      '': { integrity: 'system', readers: 'public', because: 'It is the clock of the provider.' },
    },
  },
  search_calendar_events: read({ '/query': 'sel', '/date': 'sel' }),
  get_day_calendar_events: read({ '/day': 'sel' }),
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
  cancel_calendar_event: { effect: 'destroy', sinks: { '/event_id': 'sel' } },
  reschedule_calendar_event: {
    effect: 'write',
    sinks: { '/event_id': 'sel', '/new_start_time': 'val', '/new_end_time': 'val' },
  },
  add_calendar_event_participants: {
    effect: 'send',
    sinks: { '/event_id': 'sel', '/participants': 'dest' },
  },
  // workspace: files. A new file touches no other: its name is text that is kept.
  append_to_file: { effect: 'write', sinks: { '/file_id': 'sel', '/content': 'content' } },
  search_files_by_filename: read({ '/filename': 'sel' }),
  create_file: { effect: 'write', sinks: { '/filename': 'content', '/content': 'content' } },
  delete_file: { effect: 'destroy', sinks: { '/file_id': 'sel' } },
  get_file_by_id: read({ '/file_id': 'sel' }),
  list_files: read(),
  share_file: {
    effect: 'send',
    sinks: { '/file_id': 'sel', '/email': 'dest', '/permission': 'val' },
  },
  search_files: read({ '/query': 'sel' }),
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
  get_most_recent_transactions: read({ '/n': 'sel' }),
  get_scheduled_transactions: read(),
  read_file: read({ '/file_path': 'sel' }),
  get_user_info: read(),
  update_password: { effect: 'write', sinks: { '/password': 'auth' } },
  update_user_info: {
    effect: 'write',
    sinks: { '/first_name': 'val', '/last_name': 'val', '/street': 'val', '/city': 'val' },
  },
  // slack. Who is in a channel reads it: to add somebody is to send.
  get_channels: read(),
  add_user_to_channel: { effect: 'send', sinks: { '/user': 'dest', '/channel': 'sel' } },
  read_channel_messages: read({ '/channel': 'sel' }),
  read_inbox: read({ '/user': 'sel' }),
  send_direct_message: { effect: 'send', sinks: { '/recipient': 'dest', '/body': 'content' } },
  send_channel_message: { effect: 'send', sinks: { '/channel': 'dest', '/body': 'content' } },
  get_users_in_channel: read({ '/channel': 'sel' }),
  invite_user_to_slack: { effect: 'send', sinks: { '/user': 'dest', '/user_email': 'dest' } },
  remove_user_from_slack: { effect: 'destroy', sinks: { '/user': 'sel' } },
  // web. A page's address goes out, and what stands in it with it.
  get_webpage: read({ '/url': 'dest' }),
  post_webpage: { effect: 'send', sinks: { '/url': 'dest', '/content': 'content' } },
};
