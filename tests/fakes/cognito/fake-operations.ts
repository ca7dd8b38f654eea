import {
  addUser,
  checkPassword,
  type FakePool,
  type FakeUser,
  findUser,
  sendCode,
  takeCode,
  vendorError,
} from "#tests/fakes/cognito/fake-pool.ts";
import type { FakeTokens } from "#tests/fakes/cognito/fake-tokens.ts";

/** What an operation was sent. Missing fields are empty. */
type Input = Readonly<Record<string, unknown>>;
type Operation = {
  /** Without which the service refuses it. */
  readonly needs: readonly string[];
  /** Signed with AWS credentials. */
  readonly isAdministrators: boolean;
  readonly run: (pool: FakePool, tokens: FakeTokens, input: Input) => unknown;
};

const text = (input: Input, name: string) => {
  const value = input[name];
  return typeof value === "string" ? value : "";
};
const WRONG = "Incorrect username or password.";
const WRONG_TRIES = 5;
const DELIVERY = { DeliveryMedium: "EMAIL", AttributeName: "email" };

/** The user that an administrator names. */
function userOf(pool: FakePool, input: Input): FakeUser {
  const user = findUser(pool, text(input, "Username"));
  if (!user) throw vendorError("UserNotFoundException", "User does not exist.");
  return user;
}

function attributesOf(user: FakeUser) {
  return [
    { Name: "sub", Value: user.sub },
    { Name: "email", Value: user.email },
    { Name: "email_verified", Value: String(user.emailVerified) },
  ];
}

function signInByPassword(pool: FakePool, tokens: FakeTokens, parameters: Record<string, string>) {
  const { USERNAME = "", PASSWORD = "" } = parameters;
  if (!USERNAME || !PASSWORD) throw vendorError("InvalidParameterException", "Missing required parameter USERNAME");
  const user = findUser(pool, USERNAME);
  // As with PreventUserExistenceErrors=ENABLED.
  if (!user) throw vendorError("NotAuthorizedException", WRONG);
  if (user.wrongPasswords >= WRONG_TRIES) throw vendorError("NotAuthorizedException", "Password attempts exceeded");
  if (user.password !== PASSWORD) {
    user.wrongPasswords += 1;
    throw vendorError("NotAuthorizedException", WRONG);
  }
  user.wrongPasswords = 0;
  if (!user.isEnabled) throw vendorError("NotAuthorizedException", "User is disabled.");
  if (user.status === "UNCONFIRMED") throw vendorError("UserNotConfirmedException", "User is not confirmed.");
  if (user.status === "RESET_REQUIRED")
    throw vendorError("PasswordResetRequiredException", "Password reset required for the user");
  if (user.status === "FORCE_CHANGE_PASSWORD") {
    return {
      ChallengeName: "NEW_PASSWORD_REQUIRED",
      Session: "a session of the challenge, which nobody answers here",
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.sub,
        requiredAttributes: "[]",
        userAttributes: JSON.stringify({ email: user.email, email_verified: String(user.emailVerified) }),
      },
    };
  }
  return tokens.signIn(user).then((AuthenticationResult) => ({ ChallengeParameters: {}, AuthenticationResult }));
}

async function initiateAuth(pool: FakePool, tokens: FakeTokens, input: Input) {
  const parameters = (input["AuthParameters"] ?? {}) as Record<string, string>;
  if (input["AuthFlow"] === "USER_PASSWORD_AUTH") return signInByPassword(pool, tokens, parameters);
  if (input["AuthFlow"] === "REFRESH_TOKEN_AUTH" && !pool.rotatesRefreshTokens)
    return { AuthenticationResult: await tokens.refresh(parameters["REFRESH_TOKEN"] ?? "") };
  throw vendorError("InvalidParameterException", `${text(input, "AuthFlow")} flow not enabled for this client`);
}

function signUp(pool: FakePool, _tokens: FakeTokens, input: Input) {
  const [email, password] = [text(input, "Username"), text(input, "Password")];
  if (!/^\S+@\S+$/.test(email)) throw vendorError("InvalidParameterException", "Username should be an email.");
  checkPassword(password);
  if (findUser(pool, email))
    throw vendorError("UsernameExistsException", "An account with the given email already exists.");
  const user = addUser(pool, { email, password, status: "UNCONFIRMED" });
  sendCode(pool, user, "sign_up");
  return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: DELIVERY };
}

function confirmSignUp(pool: FakePool, _tokens: FakeTokens, input: Input) {
  const user = findUser(pool, text(input, "Username"));
  if (user && user.status !== "UNCONFIRMED")
    throw vendorError("NotAuthorizedException", "User cannot be confirmed. Current status is CONFIRMED");
  takeCode(pool, user, "sign_up", text(input, "ConfirmationCode"));
  if (user) Object.assign(user, { status: "CONFIRMED", emailVerified: true });
  return {};
}

function resendCode(pool: FakePool, _tokens: FakeTokens, input: Input) {
  const user = findUser(pool, text(input, "Username"));
  if (user && user.status !== "UNCONFIRMED")
    throw vendorError("InvalidParameterException", "User is already confirmed.");
  if (user) sendCode(pool, user, "sign_up");
  return { CodeDeliveryDetails: DELIVERY };
}

function forgotPassword(pool: FakePool, _tokens: FakeTokens, input: Input) {
  const user = findUser(pool, text(input, "Username"));
  if (user && !user.emailVerified)
    throw vendorError(
      "InvalidParameterException",
      "Cannot reset password for the user as there is no registered/verified email or phone_number",
    );
  // An unknown one gets the answer of a known one, and no mail.
  if (user) sendCode(pool, user, "reset");
  return { CodeDeliveryDetails: DELIVERY };
}

function confirmForgotPassword(pool: FakePool, _tokens: FakeTokens, input: Input) {
  const user = findUser(pool, text(input, "Username"));
  checkPassword(text(input, "Password"));
  takeCode(pool, user, "reset", text(input, "ConfirmationCode"));
  if (user) Object.assign(user, { password: text(input, "Password"), status: "CONFIRMED", wrongPasswords: 0 });
  return {};
}

function adminCreateUser(pool: FakePool, _tokens: FakeTokens, input: Input) {
  const [email, password] = [text(input, "Username"), text(input, "TemporaryPassword")];
  if (findUser(pool, email)) throw vendorError("UsernameExistsException", "User account already exists");
  checkPassword(password);
  const attributes = (input["UserAttributes"] ?? []) as { Name: string; Value: string }[];
  const user = addUser(pool, { email, password, status: "FORCE_CHANGE_PASSWORD" });
  user.emailVerified = attributes.some(({ Name, Value }) => Name === "email_verified" && Value === "true");
  return { User: { Username: user.sub, Attributes: attributesOf(user), UserStatus: user.status, Enabled: true } };
}

function changeGroup(isIn: boolean) {
  return (pool: FakePool, _tokens: FakeTokens, input: Input) => {
    const group = text(input, "GroupName");
    const user = userOf(pool, input);
    if (!pool.groups.has(group)) throw vendorError("ResourceNotFoundException", "Group not found.");
    if (isIn) user.groups.add(group);
    else user.groups.delete(group);
    return {};
  };
}

const open = (needs: readonly string[], run: Operation["run"]): Operation => ({ needs, isAdministrators: false, run });
const administrators = (needs: readonly string[], run: Operation["run"]): Operation => ({
  needs: ["UserPoolId", "Username", ...needs],
  isAdministrators: true,
  run,
});

/** What the fake can do: all that the adapter asks for, and no more. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  SignUp: open(["ClientId", "Username", "Password"], signUp),
  ConfirmSignUp: open(["ClientId", "Username", "ConfirmationCode"], confirmSignUp),
  ResendConfirmationCode: open(["ClientId", "Username"], resendCode),
  InitiateAuth: open(["ClientId", "AuthFlow"], initiateAuth),
  GetTokensFromRefreshToken: open(["ClientId", "RefreshToken"], async (_pool, tokens, input) => ({
    AuthenticationResult: await tokens.rotate(text(input, "RefreshToken")),
  })),
  ForgotPassword: open(["ClientId", "Username"], forgotPassword),
  ConfirmForgotPassword: open(["ClientId", "Username", "ConfirmationCode", "Password"], confirmForgotPassword),
  RevokeToken: open(["ClientId", "Token"], (_pool, tokens, input) => {
    tokens.revoke(text(input, "Token"));
    return {};
  }),
  GlobalSignOut: open(["AccessToken"], async (_pool, tokens, input) => {
    await tokens.globalSignOut(text(input, "AccessToken"));
    return {};
  }),
  AdminGetUser: administrators([], (pool, _tokens, input) => {
    const user = userOf(pool, input);
    return { Username: user.sub, UserAttributes: attributesOf(user), UserStatus: user.status, Enabled: user.isEnabled };
  }),
  AdminCreateUser: administrators([], adminCreateUser),
  AdminSetUserPassword: administrators(["Password"], (pool, _tokens, input) => {
    const user = userOf(pool, input);
    checkPassword(text(input, "Password"));
    user.password = text(input, "Password");
    user.status = input["Permanent"] === true ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
    return {};
  }),
  AdminDeleteUser: administrators([], (pool, _tokens, input) => {
    pool.users.delete(userOf(pool, input).sub);
    return {};
  }),
  AdminAddUserToGroup: administrators(["GroupName"], changeGroup(true)),
  AdminRemoveUserFromGroup: administrators(["GroupName"], changeGroup(false)),
};
