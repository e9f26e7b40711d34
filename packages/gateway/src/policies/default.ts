/**
 * The policies of a new workspace. A call needs a yes for the person and for the agent's version; what no
 * policy permits is denied, and a forbid always wins.
 */
export const DEFAULT_POLICIES = `// Who may run what. Text after // is for people.
//
// A call is allowed where a policy permits it for the PERSON the run acts for, and a policy permits it
// for the AGENT VERSION that makes it, and no policy forbids it. Nothing is permitted by default.
// On top of that a call must be within the run's grant, and what a stranger could have brought about
// is held for a person; no policy can switch that off.
// @ask("always") on a permit makes every call it permits wait for a person's yes.

// Every member may let agents look things up, change things, send things and ask models.
@id("members-act")
permit (
  principal in Role::"user",
  action in [Action::"read", Action::"write", Action::"send", Action::"generate"],
  resource
);

// What cannot be undone waits for a person each time.
@id("members-destroy")
@ask("always")
permit (principal in Role::"user", action == Action::"destroy", resource);

// An agent may use the tools its published version has.
@id("agents-act")
permit (principal is AgentVersion, action in Action::"act", resource);

// No agent changes the platform itself: policies, grants, agents, budgets, schedules.
@id("agents-never-control")
forbid (principal is AgentVersion, action, resource)
when { context.sinks.contains("ctl") };

// People answer the questions of their own runs; responders answer everybody's.
@id("own-questions")
permit (principal in Role::"user", action == Action::"answer", resource)
when { context.own };

@id("responders-answer")
permit (principal in Role::"responder", action == Action::"answer", resource);

// Separation of duty: take the slashes away, and nobody answers for a send or a deletion of their own.
// @id("four-eyes")
// forbid (principal, action == Action::"answer", resource)
// when { context.own && ["send", "destroy"].contains(context.effect) };
`;
