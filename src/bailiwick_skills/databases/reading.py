"""What a query may be: one SELECT that only reads, made of nothing but what is listed here.

The parser is not the database's own, so what is carried out is not the text that was written but what is written anew
from what was parsed and looked at: a part that the parser reads otherwise than the server does never gets there.
"""

from dataclasses import dataclass

from sqlglot import Token, TokenType, errors, exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.postgres import Postgres
from sqlglot.dialects.sqlite import SQLite

from bailiwick.plugin import CallFailed, ErrorClass, Reason, ReasonCode

LONGEST = 10_000
"""Characters of a query."""
MOST_NODES = 2_000
"""Parts of a query, as the parser counts them."""
DEEPEST = 40
"""Brackets within one another."""

PARTS = frozenset(
    "Add Alias All And Any Array AtTimeZone Between BitwiseAnd BitwiseLeftShift BitwiseNot BitwiseOr"
    " BitwiseRightShift BitwiseXor Boolean Bracket CTE Case Cast Collate Column ColumnDef Cube DPipe DataType"
    " DataTypeParam Distinct Div EQ Escape Except Exists Filter From GT GTE Group GroupingSets Having ILike"
    " Identifier If In Intersect Interval Is JSONPath JSONPathKey JSONPathRoot JSONPathSubscript Join LT LTE Lateral"
    " Like Limit Literal Fetch Mod Mul NEQ Neg Not Null NullSafeEQ NullSafeNEQ Offset Or Order Ordered Paren Pow"
    " PropertyEQ RegexpILike RegexpLike Rollup Select SimilarTo Slice Star Sub Subquery Table TableAlias Tuple Union"
    " Values Var Where Window WindowSpec With WithinGroup JSONExtract JSONExtractScalar JSONBExtract"
    " JSONBExtractScalar JSONBContains JSONBContainsTopKey ArrayContainsAll JSONBContainsAllTopKeys"
    " JSONBContainsAnyTopKeys ArrayContainedBy ArrayOverlaps Tablesample TableSample IntervalSpan Overlaps".split()
)
"""Parts that are no functions, by the parser's names."""
FUNCTIONS = frozenset(
    "Abs Acos Acosh Asin Asinh Atan Atan2 Atanh Cos Cosh Cot Degrees Radians Sin Sinh Tan Tanh Cbrt Ceil Exp"
    " Factorial Floor Ln Log Pi Round Sign Sqrt Trunc WidthBucket Rand BitwiseAndAgg BitwiseOrAgg BitwiseXorAgg"
    " Ascii BitLength ByteLength Chr Concat ConcatWs Format Initcap Left Length Lower Upper Overlay Replace Reverse"
    " Right SplitPart StartsWith StrPosition Substring Translate Trim Encode Decode Hex LowerHex MD5 ToChar ToNumber"
    " RegexpCount RegexpExtract RegexpInstr RegexpReplace RegexpSplit RegexpSubstr CurrentDate CurrentTime"
    " CurrentTimestamp Localtime Localtimestamp DateBin DateTrunc TimestampTrunc Extract JustifyDays JustifyHours"
    " JustifyInterval MakeInterval DateFromParts TimeFromParts TimestampFromParts StrToDate StrToTime TimeToStr"
    " UnixToTime ToTimestamp AnyValue ArrayAgg Avg Corr Count CovarPop CovarSamp CumeDist DenseRank FirstValue"
    " GroupConcat Grouping Lag LastValue Lead LogicalAnd LogicalOr Max Min Mode Ntile NthValue Pad PercentileCont"
    " PercentileDisc PercentRank Rank RegrAvgx RegrAvgy RegrCount RegrIntercept RegrR2 RegrSlope RegrSxx RegrSxy"
    " RegrSyy RowNumber Stddev StddevPop StddevSamp Sum Variance VariancePop ArrayAppend ArrayConcat ArrayPrepend"
    " ArrayRemove ArrayPosition ArraySize ArrayToString StringToArray GenerateSeries ExplodingGenerateSeries Unnest"
    " JSONObject JSONArray JSONObjectAgg JSONBObjectAgg JSONArrayAgg JSONStripNulls ParseJSON Coalesce Greatest"
    " Least Nullif NumberToStr TsOrDsToDate Uuid".split()
)
"""Functions that the parser knows and that neither write, wait, read files nor reach out."""
NAMED_FUNCTIONS = frozenset(
    "age ascii btrim cardinality char_length character_length clock_timestamp date date_part div every gcd lcm"
    " isfinite json_agg jsonb_agg json_array_elements json_array_elements_text json_array_length json_build_array"
    " json_build_object json_each json_each_text json_object_keys json_populate_record json_to_record"
    " json_to_recordset json_typeof jsonb_array_elements jsonb_array_elements_text jsonb_array_length"
    " jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_object_keys jsonb_to_record"
    " jsonb_to_recordset jsonb_typeof jsonb_path_query jsonb_path_exists jsonb_path_query_array json_extract_path"
    " json_extract_path_text jsonb_extract_path jsonb_extract_path_text lpad ltrim make_date make_time"
    " make_timestamp make_timestamptz mod now num_nonnulls num_nulls octet_length parse_ident position power"
    " quote_ident quote_literal random regexp_match regexp_matches regexp_split_to_array regexp_split_to_table row"
    " row_to_json rpad rtrim scale similarity statement_timestamp string_to_array string_to_table strpos timeofday"
    " to_date to_json to_jsonb to_timestamp transaction_timestamp trim_array trim_scale unaccent word_similarity"
    " to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline"
    " array_length array_ndims array_lower array_upper array_positions array_replace bool_and bool_or bit_and bit_or"
    " host family masklen network abbrev sha256 sha512 to_hex log10 sign width_bucket".split()
)
"""Functions that it does not know by name, of the same kind."""
SYSTEM = frozenset(("pg_catalog", "information_schema", "pg_toast"))
"""Schemas in which the server describes itself: what concerns tables is told by another tool."""
SQLITE_FUNCTIONS = frozenset("Glob TimeToStr TsOrDsToTimestamp TsOrDsToTime Typeof Unicode".split())
"""Further functions and signs that the parser knows in SQLite's queries, of the same kind."""
SQLITE_NAMED = frozenset(
    "abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count"
    " cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor"
    " format glob group_concat hex ifnull iif instr json json_array json_array_length json_each json_extract"
    " json_group_array json_group_object json_object json_quote json_tree json_type json_valid julianday lag"
    " last_value lead length like ln log log10 log2 lower ltrim max min mod nth_value ntile nullif octet_length"
    " percent_rank pi pow power printf quote radians random rank replace round row_number rtrim sign sin sinh"
    " sqrt strftime string_agg substr substring sum tan tanh time timediff total trim trunc typeof unicode"
    " unixepoch upper -> ->>".split()
)
"""Functions of SQLite that do nothing but calculate, by the names that it knows them by."""
BRACKETS = {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}
FIRST = frozenset((TokenType.SELECT, TokenType.WITH, TokenType.L_PAREN))


@dataclass(frozen=True, slots=True)
class Rules:
    """What queries of one kind of database may be made of."""

    dialect: Dialect
    functions: frozenset[str]
    """By the parser's names."""
    named: frozenset[str]
    """Those that it does not know by name."""
    system: frozenset[str]
    """Schemas and tables in which the database describes itself."""
    prefixes: tuple[str, ...]
    """With what the names of such begin."""


class _Ticked(SQLite):
    """SQLite's SQL with names in backticks: a name in double quotes that it does not know is a text to it."""

    class Tokenizer(SQLite.Tokenizer):
        """The same signs, with those first that names are written in."""

        IDENTIFIERS = ["`", '"', ("[", "]")]  # noqa: RUF012  (as the parser declares it)


POSTGRES = Rules(Postgres(), FUNCTIONS, NAMED_FUNCTIONS, SYSTEM, ("pg_",))
SQLITE = Rules(
    _Ticked(), FUNCTIONS | SQLITE_FUNCTIONS, SQLITE_NAMED, frozenset(("temp", "dbstat")), ("sqlite_", "pragma_")
)


@dataclass(frozen=True, slots=True)
class ReadingQuery:
    """One SELECT that only reads."""

    text: str
    """As it is to be carried out."""
    of_tables: frozenset[str]
    """What stands behind the name of a table: a column, or for the server a function of one argument as well."""


def only_reads(sql: str, rules: Rules = POSTGRES) -> ReadingQuery:
    """Return the query as it is to be carried out: the same, written anew without comments.

    Raises `CallFailed` (class `validation`) for anything but one SELECT that only reads, which says what is wrong.
    """
    if len(sql) > LONGEST:
        raise _refused(ReasonCode.SQL_TOO_LONG, most=LONGEST)
    if not sql.isprintable() and any(not each.isprintable() and not each.isspace() for each in sql):
        raise _refused(ReasonCode.SQL_UNREADABLE, near="")
    written = _written_anew(sql, rules)
    if _written_anew(written.text, rules) != written:
        raise _refused(ReasonCode.SQL_UNCLEAR)
    return written


def _written_anew(sql: str, rules: Rules) -> ReadingQuery:
    query = _parsed(sql, rules.dialect)
    _look_at(query, rules)
    of_tables = frozenset(
        part.name if part.args.get("quoted") else part.name.lower()
        for column in query.find_all(exp.Column)
        if column.args.get("table") and isinstance(part := column.this, exp.Identifier)
    )
    return ReadingQuery(query.sql(dialect=rules.dialect, comments=False), of_tables)


def _parsed(sql: str, dialect: Dialect) -> exp.Query:
    try:
        found = dialect.tokenize(sql)
        _check_tokens(found)
        statements = [each for each in dialect.parser().parse(found, sql) if each is not None]
    except (errors.SqlglotError, RecursionError, ValueError) as error:
        raise _refused(ReasonCode.SQL_UNREADABLE, near=_near(error)) from None
    if len(statements) != 1:
        raise _refused(ReasonCode.SQL_ONE_QUERY)
    [query] = statements
    if not isinstance(query, exp.Query):
        raise _refused(ReasonCode.SQL_READS_ONLY, what=query.key.upper())
    return query


def _check_tokens(found: list[Token]) -> None:
    if not found:
        raise _refused(ReasonCode.SQL_ONE_QUERY)
    if found[0].token_type not in FIRST:
        raise _refused(ReasonCode.SQL_READS_ONLY, what=found[0].text.upper()[:40])
    depth = 0
    for token in found:
        depth += BRACKETS.get(token.token_type, 0)
        if depth > DEEPEST:
            raise _refused(ReasonCode.SQL_UNREADABLE, near="(((")


def _look_at(query: exp.Query, rules: Rules) -> None:
    for number, node in enumerate(query.walk()):
        if number > MOST_NODES:
            raise _refused(ReasonCode.SQL_TOO_LONG, most=LONGEST)
        kind = type(node).__name__
        if isinstance(node, exp.Anonymous):
            name = str(node.this)
            if name.lower() not in rules.named or isinstance(node.parent, exp.Dot):
                raise _refused(ReasonCode.SQL_FUNCTION, name=name.lower()[:80])
        elif isinstance(node, exp.Identifier) and not node.args.get("quoted") and node.name.startswith("$"):
            raise _refused(ReasonCode.SQL_UNREADABLE, near=node.name[:60])
        elif isinstance(node, exp.Table):
            _look_at_table(node, rules)
        elif isinstance(node, exp.Select) and not node.expressions:
            raise _refused(ReasonCode.SQL_UNREADABLE, near="SELECT")
        elif isinstance(node, exp.Dot):
            # Behind the dot may stand a function as well, "(5).pg_sleep", so it is never a part of a column either.
            if not isinstance(node.expression, exp.Star):
                raise _refused(ReasonCode.SQL_FUNCTION, name=node.sql(dialect=rules.dialect)[:80])
        elif kind not in PARTS and kind not in rules.functions:
            what = node.sql_name() if isinstance(node, exp.Func) else kind.upper()
            code = ReasonCode.SQL_FUNCTION if isinstance(node, exp.Func) else ReasonCode.SQL_READS_ONLY
            values = {"name": what.lower()[:80]} if code is ReasonCode.SQL_FUNCTION else {"what": what[:80]}
            raise _refused(code, **values)


def _look_at_table(table: exp.Table, rules: Rules) -> None:
    """Refuse a table of the database itself, and a function of a schema in the place of a table."""
    parts = [table.args.get(part) for part in ("catalog", "db", "this")]
    names = [each.name.lower() for each in parts if isinstance(each, exp.Identifier)]
    if len(names) < sum(each is not None for each in parts) and parts != [None, None, parts[-1]]:
        raise _refused(ReasonCode.SQL_FUNCTION, name=table.sql(dialect=rules.dialect)[:80])
    if any(name in rules.system or name.startswith(rules.prefixes) for name in names):
        raise _refused(ReasonCode.SQL_SYSTEM_TABLE, name=".".join(names)[:80])


def _near(error: Exception) -> str:
    """Return where a query could not be read, in its own words; empty where that is not known."""
    found = error.errors if isinstance(error, errors.ParseError) else []
    return str(found[0].get("highlight") or "")[:60] if found else ""


def _refused(code: ReasonCode, **values: str | int) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values))
