/**
 * The words that policies may use, as a Cedar schema. Policies are validated against it, so that a policy
 * with a misspelt word is refused instead of never matching.
 */
export const POLICY_SCHEMA = `
// What a person may do in a workspace. Each role is also in every role after it:
// "owner", "admin", "builder", "responder", "user".
entity Role in [Role];

// Somebody a run acts for, or who answers a question. The id is a user id.
entity Person in [Role];

// An agent, by id, and one published version of it, as "<agent id>@<version>".
entity Agent;
entity AgentVersion in [Agent];

// An action an agent may have as a tool, such as Tool::"mail.send", in its family, such as Family::"mail".
entity Family;
entity Tool in [Family];

// What a call does to the world, mildest first. "generate" asks a model.
action act;
action read, write, send, destroy, generate in [act] appliesTo {
  principal: [Person, AgentVersion],
  resource: [Tool],
  context: {
    // Id of the connection the call goes through, "" for none.
    connection: String,
    // Whether anything the agent has read could have been written by anyone.
    tainted: Bool,
    // Sink classes of the tool's arguments: "dest", "sel", "val", "content", "code", "query", "auth", "ctl".
    sinks: Set<String>,
  },
};

// Answering the question whether a held call may run.
action answer appliesTo {
  principal: [Person],
  resource: [Tool],
  context: {
    // Whether the run acts for the person who answers.
    own: Bool,
    // "read", "write", "send" or "destroy".
    effect: String,
  },
};
`;
