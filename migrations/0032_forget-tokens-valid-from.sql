-- The column stays for the previous release, which names it in its queries; the next release drops it.
CREATE OR REPLACE TRIGGER accounts_changed AFTER UPDATE OF groups, email_verified, user_id OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION notify_account_changed();
